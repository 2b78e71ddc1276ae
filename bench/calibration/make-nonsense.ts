import type { BeirSet } from '../../src/app/eval/read-beir.ts'
import { type Random, seededRandom } from '../../src/app/eval/seeded-random.ts'

export type Nonsense = { kind: 'random words' | 'shuffled questions' | 'foreign questions'; text: string }

/** Sets about the same subject: a question of one may be answered by the other. The last are about computers. */
const relatives: readonly (readonly string[])[] = [
  ['nfcorpus', 'medline1033'],
  ['cisi', 'adi', 'man-en', 'debian-en', 'debian-fr', 'debian-de', 'handbook-en', 'postgres-en'],
]

/**
 * Makes questions that a library cannot answer, a third of each kind: words drawn from the texts of other sets, words of
 * several of their questions mixed, and their questions as they are.
 */
export function makeNonsense(
  library: string,
  sets: readonly BeirSet[],
  { count, seed }: { count: number; seed: number },
): Nonsense[] {
  const random = seededRandom(seed)
  const related = relatives.find(names => names.includes(library)) ?? [library]
  const others = sets.filter(({ name }) => name !== library && !related.includes(name))
  const makers: Record<Nonsense['kind'], () => string> = {
    'random words': () => drawWords(random, () => random.pick(random.pick(others).documents).text),
    'shuffled questions': () => drawWords(random, () => random.pick(random.pick(others).queries).text),
    'foreign questions': () => random.pick(random.pick(others).queries).text,
  }
  const kinds = Object.keys(makers) as Nonsense['kind'][] // SAFETY: the keys of the record above.
  return Array.from({ length: count }, (_, index) => {
    const kind = kinds[index % kinds.length] ?? 'random words'
    return { kind, text: makers[kind]() }
  })
}

/** Three to eight words, each of another text. Shorter ones are mostly function words. */
function drawWords(random: Random, nextText: () => string): string {
  const words: string[] = []
  const wanted = 3 + random.below(6)
  while (words.length < wanted) {
    const candidates = nextText().match(/\p{L}{5,}/gu) ?? []
    if (candidates.length > 0) words.push(random.pick(candidates).toLowerCase())
  }
  return words.join(' ')
}
