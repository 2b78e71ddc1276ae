export type TruePages = {
  file: string
  /** The Debian package of a file below `debian/`. */
  package?: string
  /** `judge`: not used for development. */
  set?: 'judge'
  /** Index 0 is page 1. */
  pages: (string | null)[]
  /** Numbers that are printed outside the page only. */
  elsewhere?: Record<string, string>
}

/**
 * For a page that prints no number: `declared` is the label that the file itself has for it, `inferred` one that continues
 * the numbers of the pages around it.
 */
export type LabelVerdict = 'right' | 'wrong' | 'missing' | 'declared' | 'inferred' | 'invented' | 'none'

/** Index 0 of `given` and `declared` is page 1. */
export function judgeLabels(
  truth: TruePages,
  given: readonly (string | null)[],
  declared: readonly string[] = [],
): LabelVerdict[] {
  return truth.pages.map((printed, at) => {
    const label = given[at]?.trim() || null
    if (printed !== null) return label === null ? 'missing' : label === printed ? 'right' : 'wrong'
    if (label === null) return 'none'
    if (label === declared[at]) return 'declared'
    const slug = truth.elsewhere?.[String(at + 1)]
    const isExpected = slug === undefined ? continuesRun(truth.pages, at, label) : label === slug
    return isExpected ? 'inferred' : 'invented'
  })
}

function continuesRun(pages: readonly (string | null)[], at: number, label: string): boolean {
  const before = pages.findLastIndex((page, index) => page !== null && index < at)
  const after = pages.findIndex((page, index) => page !== null && index > at)
  return [before, after].some(index => {
    const near = pages[index]
    if (near === undefined || near === null) return false
    const [known, claimed] = [numberOf(near), numberOf(label)]
    return (
      known !== null &&
      claimed !== null &&
      known.isRoman === claimed.isRoman &&
      claimed.value - known.value === at - index
    )
  })
}

function numberOf(label: string): { value: number; isRoman: boolean } | null {
  if (/^\d+$/.test(label)) return { value: Number(label), isRoman: false }
  if (!/^[ivxlc]+$/i.test(label)) return null
  const digits = [...label.toLowerCase()].map(letter => ({ i: 1, v: 5, x: 10, l: 50, c: 100 })[letter] ?? 0)
  const value = digits.reduce((sum, digit, at) => sum + (digit < (digits[at + 1] ?? 0) ? -digit : digit), 0)
  return { value, isRoman: true }
}
