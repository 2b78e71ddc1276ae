const numbers: Readonly<Record<string, number>> = {
  a: 1,
  one: 1,
  two: 2,
  three: 3,
  four: 4,
  five: 5,
  six: 6,
  seven: 7,
  eight: 8,
  nine: 9,
  ten: 10,
}

const months = 'January|February|March|April|May|June|July|August|September|October|November|December'
const following =
  /\b(?:in |during )?(?:the )?(?:(?:following|next) year\b(?! [\p{Lu}\d])|(?<=\bthe )year after(?=[,.;]|$))/giu
const later = new RegExp(
  `\\b(${Object.keys(numbers).join('|')}) years? (?:later|after that|afterwards?|thereafter|on(?=[,.;]))(?!\\p{L})`,
  'giu',
)
const same = /\b(?:in |during )?(?:the same|that same|that) year\b/gi
const anyYear = /(?<![\d–-])(?:1[4-9]|20)\d\d(?![\d–-])/g

/**
 * A sentence with "the following year", "two years later" and "the same year" as years, counted from the last year before them.
 * `last` is the last year of the paragraph so far; null when there is none.
 */
export function writeYears(text: string, last: number | null): string {
  const before = (at: number): number | null => {
    const years = [
      ...text
        .slice(0, at)
        .replace(/\([^()]*\)/g, '')
        .matchAll(anyYear),
    ]
    const year = years.at(-1)?.[0]
    return year === undefined ? last : Number(year)
  }
  const inMonth = (count: number) => (said: string, month: string, at: number) => {
    const year = before(at)
    return year === null ? said : `${month} ${year + count}`
  }
  return text
    .replace(new RegExp(`(${months}),? (?:of )?(?:the same|that same|that) year`, 'g'), inMonth(0))
    .replace(new RegExp(`(${months}),? (?:of )?the (?:following|next) year`, 'g'), inMonth(1))
    .replace(following, (said, at: number) => inYear(before(at), 1) ?? said)
    .replace(
      later,
      (said, count: string, at: number) => inYear(before(at), numbers[count.toLowerCase()] ?? 0) ?? said,
    )
    .replace(same, (said, at: number) => inYear(before(at), 0) ?? said)
}

/** The last year that a text names outside of brackets. */
export function lastYear(text: string): number | null {
  const year = [...text.replace(/\([^()]*\)/g, '').matchAll(anyYear)].at(-1)?.[0]
  return year === undefined ? null : Number(year)
}

function inYear(year: number | null, count: number): string | null {
  return year === null ? null : `in ${year + count}`
}
