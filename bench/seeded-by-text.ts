import { seededRandom } from '../src/app/eval/seeded-random.ts'

/** A generator of numbers between 0 and 1 that depends only on the text (its FNV-1a hash is the seed). */
export function seededByText(text: string): () => number {
  const seed = [...text].reduce(
    (hash, character) => Math.imul(hash ^ character.charCodeAt(0), 0x01000193),
    0x811c9dc5,
  )
  return seededRandom(seed).next
}
