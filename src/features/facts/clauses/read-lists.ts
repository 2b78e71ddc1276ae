/** What the items under a heading are. */
const workHeading =
  /^(?:(?:Selected|Major|Notable|Principal|Published|Other|Early|Main|Complete|List of|Key|Solo|Studio|His|Her) )*(?:Works?|Writings|Books?|Novels?|Novellas|Bibliography|Publications|Poetry|Poems|Plays|(?:Short )?Stories|Essays|Non-?fiction|Fiction|Discography|Albums|Compositions|Operas|Paintings|Memoirs|Songs)(?: (?:by|as|of|and|include).*)?:?$/i
const awardHeading =
  /^(?:(?:Selected|Major|Notable|Other|Main|Principal) )*(?:Awards?|Honou?rs|Prizes|Distinctions|Recognition|Accolades|Medals)(?:,? (?:and|&) [A-Za-z ]+)?:?$/i
const workNoun = /\b(?:album|novel|book|memoir|poem|opera|symphony|play|short stor(?:y|ies)|biography)\b/i
/** Items of which the person is not the author, or awards that were not won. */
const notOwn =
  /\b(?:eds?\.|edited|editor|translat\w+|contribut\w+|foreword|introduction|nominat\w+|finalist|shortlist\w*|longlist\w*|runner-up)/i
const award =
  /(?<!\p{L})(?:Prize|Award|Medal|Order|Cross|Fellowship|Scholarship|Prix|Premio|Honou?r|Trophy|Cup|Championship|Emmy|Grammy|Oscar)(?!\p{L})/u

const quotes = '["“”‘’*_]*'
const year = '(?<year>(?:1[4-9]|20)\\d\\d)'
const titleFirst = new RegExp(
  `^${quotes}(?<title>[\\p{Lu}\\d][^()"“”*_:]{0,90}?)${quotes},? ?\\((?:[^()]*[, ])?${year}\\)`,
  'u',
)
const titleLast = new RegExp(
  `^\\(?${year}\\)?(?: ?[:.–—-] ?| )${quotes}(?<title>[\\p{Lu}\\d][^()"“”*_:;.]{1,90}?)${quotes}(?:[.;:(].*)?$`,
  'u',
)
const titleComma = new RegExp(
  `^${quotes}(?<title>[\\p{Lu}\\d][^()"“”*_:,]{1,90}?)${quotes}, (?:[^,]{2,40}, )?${year}\\.?$`,
  'u',
)

/**
 * An item of a list of works or awards as a sentence about a person: "The Bridge (1962): This album …", "1994: Nobel Prize". Null for
 * anything else. Without such a heading, an item must say that it is a work.
 */
export function fromListItem(
  text: string,
  { heading, person }: { heading: string | null; person: string },
): string | null {
  const item = text.replace(/\*\*|__/g, '').trim()
  const found = titleFirst.exec(item) ?? titleComma.exec(item) ?? titleLast.exec(item)
  const { title, year } = found?.groups ?? {}
  if (title === undefined || year === undefined || notOwn.test(item)) return null
  const called = title.replace(/[,;.]$/, '').trim()
  if (awardHeading.test(heading ?? ''))
    return award.test(called)
      ? `${person} received the ${called.replace(/^(?:the|an?) /i, '').replace(/ for .*/, '')} in ${year}.`
      : null
  const isWork =
    workHeading.test(heading ?? '') ||
    (titleFirst.test(item) && /^[^()]*\([^()]*\)["”*_]*[:–—-] /.test(item) && workNoun.test(item))
  return isWork && !award.test(called) ? `${person} wrote “${called}” in ${year}.` : null
}

/** "1998 – Jane Doe, for …" under "Winners" in a text about a prize. Null for anything else. */
export function fromWinner(text: string, heading: string | null, prize: string | null): string | null {
  if (
    prize === null ||
    !award.test(prize) ||
    !/^(?:Past |Previous |List of )?(?:Winners?|Recipients?|Laureates?|Prize ?winners?)$/i.test(heading ?? '')
  )
    return null
  const item = text.replace(/\*\*|__/g, '').trim()
  const [, when, who] =
    /^((?:1[5-9]|20)\d\d)(?: ?[:.–—-] ?| )(\p{Lu}[\p{L}.’'-]*(?: \p{Lu}[\p{L}.’'-]*){1,3}(?: and \p{Lu}[\p{L}.’'-]*(?: \p{Lu}[\p{L}.’'-]*){1,3})?)(?=,|;| \(| for |$)/u.exec(
      item,
    ) ?? []
  return when === undefined ? null : `${who} received the ${prize} in ${when}.`
}

/** A row of a table as a line: of two columns as a field ("Born: 1879"), of more as an item of a list. */
export function fromRow(row: string, columns: readonly string[]): string {
  const cells = cellsOf(row)
  if (cells.length === 2) return `${(cells[0] ?? '').replace(/:$/, '')}: ${cells[1]}`
  const at = (names: RegExp) => columns.findIndex(column => names.test(column))
  const [when, what] = [
    at(/^(?:Year|Date|Published|Released?)$/i),
    at(/^(?:Title|Book|Novel|Album|Work|Award|Prize)$/i),
  ]
  const result = cells[at(/^Result$/i)] ?? 'Won'
  return when === -1 || what === -1 || !/^won$/i.test(result)
    ? ''
    : `${cells[what] ?? ''} (${cells[when] ?? ''})`
}

export function cellsOf(row: string): string[] {
  return row
    .trim()
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(cell => cell.trim())
}
