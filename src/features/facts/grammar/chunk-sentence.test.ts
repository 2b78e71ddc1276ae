import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parsePhrases } from '../clauses/parse-phrases.ts'
import type { Chunk } from './chunk.ts'
import { chunkSentence } from './chunk-sentence.ts'

/** "[the Dutch physicist Jane Doe]" for a noun, "<be born>" for a verb. */
function shown(text: string): string {
  const parsed = parsePhrases(text, () => false)
  const name = (at: number | null) => (at === null ? '' : (parsed.phrases[at]?.text ?? ''))
  const show = (chunk: Chunk): string => {
    if (chunk.type === 'date') return name(chunk.at)
    if (chunk.type === 'mark') return chunk.text
    if (chunk.type === 'verb')
      return `<${[chunk.isNegative ? 'not' : '', chunk.isPassive ? 'be' : '', chunk.lemma].filter(Boolean).join(' ')}>`
    const owner = typeof chunk.owner === 'object' && chunk.owner !== null ? `${show(chunk.owner)}’s` : ''
    const words = [owner, chunk.determiner, ...chunk.modifiers.map(name), ...chunk.words, chunk.pronoun]
    return `[${[...words, chunk.head, name(chunk.name)].filter(Boolean).join(' ')}]`
  }
  return chunkSentence(parsed).map(show).join(' ')
}

const sentences: Record<string, string> = {
  'Jane Doe was born in Ulm.': '[Jane Doe] <be bear> in [Ulm]',
  'He has not joined the small firm.': '[he] <not join> [the small firm]',
  'She also took over Acme in 1990.': '[she] <acquire> [Acme] in 1990',
  'Acme’s founder left.': '[[Acme]’s founder] <leave>',
  'He joined the band called Quorra.': '[he] <join> [the band Quorra]',
  'He joined the firm of Harlow.': '[he] <join> [the firm Harlow]',
}

test('a sentence is nouns with their words, verbs with their auxiliaries, dates and marks', () => {
  for (const [text, chunks] of Object.entries(sentences))
    assert.equal(shown(text).replace(/ \.$/, ''), chunks)
})
