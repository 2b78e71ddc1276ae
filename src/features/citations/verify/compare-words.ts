/**
 * What words cost: misread, run together or apart, in other case or after other punctuation, nothing in common. A
 * word left out is told sooner than one put in: what the document has is certain.
 */
export const wordCosts = {
  ocr: 0.15,
  joined: 0.2,
  wording: 0.05,
  unlike: 1.01,
  missing: 1,
  added: 1.02,
} as const

/** 0 for the same letters; small for what a reader of pictures mistakes; by edit distance otherwise. */
export function compareWords(quoted: string, found: string): number {
  if (quoted === found) return 0
  if (foldLookalikes(quoted) === foldLookalikes(found)) return wordCosts.ocr
  if (/\p{N}/u.test(quoted) || /\p{N}/u.test(found)) return wordCosts.unlike
  const length = Math.max(quoted.length, found.length)
  const most = Math.floor(length / 2)
  if (most === 0 || Math.abs(quoted.length - found.length) > most) return wordCosts.unlike
  return Math.min(wordCosts.unlike, (2 * editDistance(quoted, found, most)) / length)
}

const folded = new Map<string, string>()
const mostFolded = 20_000

/** Letters that look alike in print become one. */
export function foldLookalikes(word: string): string {
  const known = folded.get(word)
  if (known !== undefined) return known
  if (folded.size >= mostFolded) folded.clear()
  const plain = word
    .replace(/rn|nn/g, 'm')
    .replace(/vv/g, 'w')
    .replace(/cl/g, 'd')
    .replace(/[1i|!jt]/g, 'l')
    .replace(/0/g, 'o')
    .replace(/5/g, 's')
    .replace(/8/g, 'b')
    .replace(/[ceé]/g, 'c')
  folded.set(word, plain)
  return plain
}

/** Levenshtein, given up beyond `most`. */
function editDistance(one: string, other: string, most: number): number {
  let row = Array.from({ length: other.length + 1 }, (_, at) => at)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const replaced = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    if (Math.min(...next) > most) return most + 1
    row = next
  }
  return row[other.length] ?? 0
}
