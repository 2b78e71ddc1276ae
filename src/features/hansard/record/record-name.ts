const titles =
  /^(?:(?:Senator|Sen|Mr|Mrs|Ms|Miss|Dr|Sir|Dame|The|Hon|Rt|Prof|Brigadier|Captain|Major|Colonel)\b\.?\s*)+/i
const honours = /[\s,]+(?:MP|QC|KC|SC|AM|AO|AC|OBE|MBE|CBE|MC|RFD)\b\.?/g

/** The name of a person as the record has it, in reading order: "Rice, Sen Janet" → "Janet Rice". */
export function readableName(sortName: string | null, printedName: string | null): string | null {
  const sorted =
    sortName
      ?.replaceAll(/\([^)]*\)/g, ' ')
      .replaceAll(honours, '')
      .trim() ?? ''
  const comma = sorted.indexOf(',')
  if (comma > 0) {
    const given = sorted
      .slice(comma + 1)
      .trim()
      .replace(titles, '')
    return tidy(`${given} ${sorted.slice(0, comma)}`)
  }
  const old = /^(\S.*?)\s+(?:Sen|Mr|Mrs|Ms|Miss|Dr|The Hon|Sir)\b\.?\s*(?:The Hon\.?\s*)?(.*)$/.exec(sorted)
  if (old !== null && !titles.test(`${old[1]} `)) return tidy(`${old[2]} ${old[1]}`)
  const printed = (sorted === '' ? (printedName ?? '') : sorted)
    .replaceAll(/\([^)]*\)?/g, ' ')
    .replace(/\s*interjecting.*$/is, '')
    .trim()
  return printed === '' ? null : tidy(printed)
}

/** "SARAH HANSON-YOUNG", "O'MALLEY", "McKENZIE" in ordinary capitals; names that have them already stay. */
export function ordinaryCapitals(name: string): string {
  return name.replaceAll(/\p{Lu}[\p{Lu}'’]+|(?<=\bMa?c)\p{Lu}{2,}/gu, word =>
    word
      .toLowerCase()
      .replaceAll(/(^|['’])\p{L}/gu, letter => letter.toUpperCase())
      .replace(/^Mc\p{L}/u, start => `Mc${start.slice(2).toUpperCase()}`),
  )
}

function tidy(name: string): string {
  const clean = name
    .replaceAll(/\s+/g, ' ')
    .replace(/[\s,:;—-]+$/, '')
    .trim()
  return ordinaryCapitals(clean)
}
