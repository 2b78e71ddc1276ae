import type { TextTokenizer } from './tokenizer.ts'

/** A word of a text: the places of its tokens. */
export type WordPlaces = readonly number[]

/** A longer run of pieces is text without spaces, or a hash. */
const mostPieces = 8

/** The words of a text, from `first` up to `end`: a token and those that continue it. */
export function wordsAt(
  ids: readonly number[],
  { first, end }: { first: number; end: number },
  { continuesWord }: Pick<TextTokenizer, 'continuesWord'>,
): WordPlaces[] {
  const words: number[][] = []
  for (let place = first; place < end; place++) {
    const last = words.at(-1)
    if (last !== undefined && last.length < mostPieces && continuesWord(ids[place] ?? 0)) last.push(place)
    else words.push([place])
  }
  return words
}

/** The different words that say something, each with the places of all its occurrences. */
export function distinctWords(
  ids: readonly number[],
  words: readonly WordPlaces[],
  { isTelling }: Pick<TextTokenizer, 'isTelling'>,
): WordPlaces[][] {
  const keyOf = (places: WordPlaces) => places.map(place => ids[place]).join(' ')
  const telling = words.filter(places => places.some(place => isTelling(ids[place] ?? 0)))
  return [...Map.groupBy(telling, keyOf).values()]
}

/** Vectors of `width` numbers, concatenated. */
export type Rows = { values: Float32Array; width: number }

/** For each word, the mean over its occurrences of the mean of its tokens. */
export function meanRows({ values, width }: Rows, words: readonly (readonly WordPlaces[])[]): Rows {
  const rows = new Float32Array(words.length * width)
  for (const [row, occurrences] of words.entries())
    for (const places of occurrences)
      for (const place of places)
        for (let i = 0; i < width; i++) {
          const at = row * width + i
          rows[at] = (rows[at] ?? 0) + (values[place * width + i] ?? 0) / (places.length * occurrences.length)
        }
  return { values: rows, width }
}

/**
 * Joins the most similar rows in pairs until two thirds are left. What two similar words have in common is what a question
 * is compared with.
 */
export function joinSimilar(rows: Rows): Rows {
  const { values, width } = rows
  const count = values.length / width
  let joins = Math.floor(count / 3)
  if (joins === 0) return rows
  const partner = new Int32Array(count).fill(-1)
  for (const [one, other] of pairsBySimilarity(rows)) {
    if (joins === 0) break
    if (partner[one] !== -1 || partner[other] !== -1) continue
    partner[one] = other
    partner[other] = one
    joins -= 1
  }
  const kept = [...partner.keys()].filter(row => (partner[row] ?? -1) === -1 || (partner[row] ?? 0) > row)
  const joined = new Float32Array(kept.length * width)
  for (const [at, row] of kept.entries()) {
    const other = partner[row] ?? -1
    for (let i = 0; i < width; i++)
      joined[at * width + i] =
        (values[row * width + i] ?? 0) + (other === -1 ? 0 : (values[other * width + i] ?? 0))
  }
  return { values: joined, width }
}

/** All pairs of rows, most similar first. */
function pairsBySimilarity({ values, width }: Rows): [one: number, other: number][] {
  const count = values.length / width
  const lengths = Float64Array.from({ length: count }, (_, row) =>
    Math.sqrt(product(values, { one: row * width, other: row * width, width })),
  )
  const pairs: { one: number; other: number; cosine: number }[] = []
  for (let one = 0; one < count; one++)
    for (let other = one + 1; other < count; other++) {
      const size = (lengths[one] ?? 0) * (lengths[other] ?? 0)
      const dot = product(values, { one: one * width, other: other * width, width })
      pairs.push({ one, other, cosine: size === 0 ? 0 : dot / size })
    }
  return pairs.sort((a, b) => b.cosine - a.cosine).map(({ one, other }) => [one, other])
}

function product(
  values: Float32Array,
  { one, other, width }: { one: number; other: number; width: number },
): number {
  let sum = 0
  for (let i = 0; i < width; i++) sum += (values[one + i] ?? 0) * (values[other + i] ?? 0)
  return sum
}
