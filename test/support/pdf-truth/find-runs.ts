/** How many words make a run, and how many of them must be on the page, in this order and close together. */
const runWords = 8
const leastWords = 6
/** How many words of the page may stand between the words of a run, because OCR reads one word as two. */
const slack = 2

/**
 * How many runs of eight words of a text are on a page that OCR has read. OCR misreads letters, so a run is found when
 * six of its eight words are there, in their order and within ten words of the page; a word may differ by one letter, and
 * by two from eight letters on. Upper case, punctuation, Markdown, line-end hyphens and single letters and figures, which
 * OCR seldom reads in formulas, are not compared.
 */
export function findRuns(text: string, pageText: string): { runs: number; found: number; missed: string[] } {
  const words = wordsOf(text)
  const page = wordsOf(pageText)
  const places = new Map<string, number[]>()
  for (const [place, word] of page.entries()) places.set(word, [...(places.get(word) ?? []), place])
  const length = Math.min(runWords, words.length)
  const least = length === runWords ? leastWords : Math.ceil(0.75 * length)
  const starts = Array.from({ length: words.length === 0 ? 0 : words.length - length + 1 }, (_, at) => at)
  const missed: string[] = []
  for (const start of starts) {
    const run = words.slice(start, start + length)
    if (!isOnPage(run, { page, places, least })) missed.push(run.join(' '))
  }
  return { runs: starts.length, found: starts.length - missed.length, missed }
}

type Page = { page: readonly string[]; places: ReadonlyMap<string, readonly number[]>; least: number }

/** Every window of the page is compared where a word of the run is found letter by letter. */
function isOnPage(run: readonly string[], { page, places, least }: Page): boolean {
  const tried = new Set<number>()
  for (const [index, word] of run.entries())
    for (const place of places.get(word) ?? []) {
      const start = Math.max(0, place - index - slack / 2)
      if (tried.has(start)) continue
      tried.add(start)
      if (countInOrder(run, page.slice(start, start + run.length + slack)) >= least) return true
    }
  return false
}

/** The longest common subsequence of two lists of words. */
function countInOrder(run: readonly string[], window: readonly string[]): number {
  let best: number[] = Array.from({ length: window.length + 1 }, () => 0)
  for (const word of run) {
    const next = [0]
    for (const [index, other] of window.entries())
      next.push(
        Math.max(next[index] ?? 0, best[index + 1] ?? 0, (best[index] ?? 0) + (isAlike(word, other) ? 1 : 0)),
      )
    best = next
  }
  return best.at(-1) ?? 0
}

function isAlike(a: string, b: string): boolean {
  if (a === b) return true
  const longest = Math.max(a.length, b.length)
  const most = longest >= 8 ? 2 : longest >= 4 ? 1 : 0
  return most > 0 && Math.abs(a.length - b.length) <= most && editDistance(a, b) <= most
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index)
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1]
    for (const [j, other] of [...b].entries())
      next.push(
        Math.min((row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1, (row[j] ?? 0) + (letter === other ? 0 : 1)),
      )
    row = next
  }
  return row.at(-1) ?? 0
}

/** Words of at least two letters or figures, in lower case. */
function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    .replace(/\[\^([^\]\s]{1,6})\]:?/g, ' $1 ')
    .replace(/[-\u2010\u00ad]\s*\n\s*/g, '')
    .toLowerCase()
    .replace(/(?<=\p{L})['’](?=\p{L})/gu, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter(word => word.length > 1)
}
