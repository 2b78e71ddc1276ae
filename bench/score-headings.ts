import type { TrueHeading } from './read-truth.ts'

export type GivenHeading = { text: string; level: number; page: number }

export type HeadingScore = {
  hits: number
  given: number
  real: number
  /** Pairs of consecutive headings that were found, and those that go deeper, stay or rise as in the truth. */
  pairs: number
  nested: number
  missing: TrueHeading[]
  wrong: GivenHeading[]
}

/**
 * Compares headings by text and page. Each true heading counts once. Optional headings and repetitions of the title are
 * neither right nor wrong.
 */
export function scoreHeadings(
  truth: readonly TrueHeading[],
  given: readonly GivenHeading[],
  titles: readonly string[],
): HeadingScore {
  const found = new Map<TrueHeading, GivenHeading>()
  const wrong: GivenHeading[] = []
  for (const heading of given) {
    const match = pick(truth, heading, found)
    if (match !== undefined) found.set(match, heading)
    else if (!titles.some(title => letters(title) === letters(heading.text))) wrong.push(heading)
  }
  const required = truth.filter(heading => heading.optional !== true)
  const hits = required.filter(heading => found.has(heading))
  const steps = hits.slice(1).map((heading, at) => {
    const before = hits[at] ?? heading
    const real = Math.sign(heading.level - before.level)
    const ours = Math.sign((found.get(heading)?.level ?? 0) - (found.get(before)?.level ?? 0))
    return real === ours
  })
  return {
    hits: hits.length,
    given: hits.length + wrong.length,
    real: required.length,
    pairs: steps.length,
    nested: steps.filter(Boolean).length,
    missing: required.filter(heading => !found.has(heading)),
    wrong,
  }
}

/** A required heading before an optional one, the same spelling before one without its number. */
function pick(
  truth: readonly TrueHeading[],
  heading: GivenHeading,
  found: ReadonlyMap<TrueHeading, GivenHeading>,
): TrueHeading | undefined {
  const candidates = truth.filter(
    other =>
      other.page === heading.page &&
      !found.has(other) &&
      spellings(other).some(text => isSame(text, heading.text)),
  )
  const rank = (other: TrueHeading) =>
    (other.optional === true ? 2 : 0) +
    (spellings(other).some(text => letters(text) === letters(heading.text)) ? 0 : 1)
  return candidates.toSorted((a, b) => rank(a) - rank(b))[0]
}

function spellings({ text, also = [] }: TrueHeading): string[] {
  return [text, ...also]
}

/** Equal letters and digits, or equal after the number when one of both has none. */
export function isSame(a: string, b: string): boolean {
  if (letters(a) === letters(b)) return letters(a) !== ''
  const [first, second] = [numbered(a), numbered(b)]
  if (first.rest !== second.rest || first.rest === '') return false
  return first.number === second.number || first.number === '' || second.number === ''
}

const label =
  /^(?:(?:chapter|part|section|appendix|exhibit)\s+)?((?:\d+|[ivxlc]+|[a-z])(?:[.-]\d+)*)[.):]*\s+(?=\S)/iu

function numbered(text: string): { number: string; rest: string } {
  const plain = text.normalize('NFKC').trim().replace(/^\(/, '')
  const match = label.exec(plain)
  return { number: letters(match?.[1] ?? ''), rest: letters(plain.slice(match?.[0].length ?? 0)) }
}

export function letters(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
}
