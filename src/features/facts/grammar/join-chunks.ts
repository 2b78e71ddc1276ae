import type { Chunk } from './chunk.ts'

/** Nouns that are one: "sculptor and collector [A]", "the band called [A]", "the firm of [A]". */
export function joinChunks(chunks: readonly Chunk[]): Chunk[] {
  const joined: Chunk[] = []
  for (let at = 0; at < chunks.length; at++) {
    const [first, mark, second] = chunks.slice(at, at + 3)
    const isNamed = second?.type === 'noun' && second.name !== null && second.owner === null
    if (
      first?.type === 'noun' &&
      first.name === null &&
      first.head !== null &&
      isNamed &&
      second.type === 'noun'
    ) {
      const isTrades =
        mark?.type === 'mark' &&
        mark.text === 'and' &&
        first.modifiers.length === 0 &&
        second.determiner === null &&
        second.words.length > 0 &&
        /(?:er|or|ist|ian|man|woman|chemist|poet|artist)$/.test(first.head) &&
        /(?:er|or|ist|ian|man|woman|poet)$/.test(second.words.at(-1) ?? '')
      const isCalled =
        mark?.type === 'verb' &&
        /^(?:called|name|known)$/.test(mark.lemma) &&
        mark.form === 'finite' &&
        !mark.hasAuxiliary
      const isFirm =
        mark?.type === 'mark' &&
        mark.text === 'of' &&
        first.determiner === 'the' &&
        /^(?:firm|partnership)$/.test(first.head)
      const isTown =
        mark?.type === 'mark' &&
        mark.text === 'of' &&
        first.determiner === 'the' &&
        /^(?:town|city|village|suburb|hamlet|state|province|region|county|port|borough|island|district|municipality|canton|parish|commune|republic|kingdom|duchy|settlement)$/.test(
          first.head,
        )
      if (isTrades || isTown || ((isCalled || isFirm) && kindOfBody.test(first.head))) {
        joined.push({
          ...second,
          from: first.from,
          determiner: first.determiner,
          words: [...first.words, first.head, ...second.words],
        })
        at += 2
        continue
      }
    }
    const chunk = chunks[at]
    if (chunk !== undefined) joined.push(chunk)
  }
  return joined
}

const kindOfBody =
  /^(?:band|group|company|firm|partnership|business|label|club|team|school|magazine|newspaper|studio|trio|quartet|ensemble|orchestra|organi[sz]ation|brewery|startup|start-up)$/
