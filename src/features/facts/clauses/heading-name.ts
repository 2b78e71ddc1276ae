/** The name in a heading or title: "History of Acme", "1931 - Sir John Doe", "John Doe (1850–1920)"; null without one. */
export function headingName(heading: string): string | null {
  const name = heading
    .replace(/^\d{4}\s*[-–—:]\s*|^\d{1,3}[.)]\s+/, '')
    .replace(
      /^(?:Curriculum [Vv]itae of|Curriculum [Vv]itae:|CV of|CV:|Résumé of|Resume of|Biography of|Remembering|Celebrating|Meet|Introducing|Honou?ring|Profile:|Obituary:|In Memoriam:?|In Memory of|Farewell,?)\s+(?=\p{Lu})/u,
      '',
    )
    .replace(/\s*\([^()]*\)\s*/g, ' ')
    .replace(/\s*(?:\||[–—]| - |: ).*$/, '')
    .replace(/,? (?:Sr|Jr)\.?$/, '')
    // "Doe, Jane Ann", "Doe, Jane Ann, 1850–1920"
    .replace(
      /^(\p{Lu}[\p{L}’'-]+), ((?:\p{Lu}[\p{L}.’'-]*)(?: \p{Lu}[\p{L}.’'-]*){0,2})(?:, \d.*)?$/u,
      (whole, last: string, first: string) =>
        /^(?:Inc|Ltd|LLC|Jr|Sr)\b/.test(first) ? whole : `${first} ${last}`,
    )
    .replace(/^(?:(?:A )?(?:Brief |Short )?(?:History|Biography|Life|Story) of (?:the )?|About )/i, '')
    .replace(
      /(?:[’']s?|,)? (?:(?:Early |Short |Brief )?(?:Biography|Life|Career)|History|Bio|Profile|FRS)$/i,
      '',
    )
    .trim()
    .replace(/^(?:\p{Lu}{2,}[- ]?){2,5}$/u, all =>
      all.replace(/(?<=\p{Lu})\p{Lu}+/gu, rest => rest.toLowerCase()),
    )
  return /^\p{Lu}[\p{L}\p{M}.’'-]*(?: (?:de|la|van|von|der|den|du|di|da|al|bin|ibn|of|the|and|&|\p{Lu}[\p{L}\p{M}.’'-]*)){0,5}$/u.test(
    name,
  )
    ? name
    : null
}

/** Whether a heading has a word of the usual headings of sections: "Early life". */
export function isCommonHeading(heading: string): boolean {
  return commonHeading.test(heading)
}

/** Headings of sections, which are no names. */
const commonHeading =
  /(?:^|\b)(?:Life|Years?|Careers?|Death|Works?|History|Education|Legacy|Awards?|Family|Background|Childhood|Marriages?|Honou?rs|Research|Publications|Writings|Style|Influences?|References|Notes|Links|Reading|Success|Companies|Beginnings|Origins|Overview|Introduction|Early|Later|Personal|About|Our)(?:\b|$)/
