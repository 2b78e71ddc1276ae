import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Hit } from '../../core/model/hit.ts'
import type { JsonObject } from '../../core/model/json.ts'
import { chooseQuotes } from './find-quotes.ts'

const text = `Ms FOX: The levy on wool is a promise that this government made and has not kept for a year.

Mr ASH: Wool! Nobody in my electorate has asked about wool, and I will tell the house why not.

Ms FOX: I thank the member, who has helped me to show how little he knows of the growers in his seat.`

/** Offsets as in stored turns: `spokenFrom` is behind the printed name. */
const turns = text.split('\n\n').map((paragraph, index) => {
  const start = text.indexOf(paragraph)
  return {
    kind: index === 1 ? 'interjection' : 'speech',
    speaker: index === 1 ? 'Ben Ash' : 'Ada Fox',
    start,
    spokenFrom: start + paragraph.indexOf(': ') + 2,
    end: start + paragraph.length,
  }
})

function hit(changes: {
  ordinal?: number
  text?: string
  start?: number
  date?: string
  id?: string
  turns?: JsonObject[]
}): Hit {
  const { text: own = text, start = 0, date = '2024-06-12', id = 'a', ordinal = 0 } = changes
  const given = 'turns' in changes ? { turns: changes.turns ?? [] } : {}
  return {
    score: 1,
    relevance: 1,
    text: own,
    chunk: {
      id: `${id}#${start}`,
      ordinal,
      start,
      end: start + own.length,
      pages: null,
      sectionPath: [],
      tokens: 1,
    },
    document: {
      id,
      collection: 'hansard',
      source: id,
      title: 'Wool',
      fileType: 'speech',
      lastModified: null,
      contentHash: '',
      fingerprint: '',
      createdAt: '',
      language: 'en',
      warnings: [],
      pageLabelSource: 'none' as const,
      chunkCount: 1,
      words: 2,
      metadata: { speaker: 'Ada Fox', speech_id: id, date, hansard_reference: `p. ${id}`, ...given },
    },
  }
}

test('H-COMPARE-2 only what the speaker said is quoted, without the printed name', () => {
  const [quote] = chooseQuotes([hit({ turns })], 'wool', 3)
  assert.equal(
    quote?.quote,
    'The levy on wool is a promise that this government made and has not kept for a year.',
  )
  const tail = text.slice(120)
  const [late] = chooseQuotes([hit({ turns, text: tail, start: 120 })], 'wool', 3)
  assert.match(late?.quote ?? '', /^I thank the member/)
})

test('H-COMPARE-2 a passage in which only somebody else speaks gives no quote', () => {
  const start = text.indexOf('Mr ASH')
  const cut = text.slice(start, text.indexOf('\n\nMs FOX: I'))
  assert.deepEqual(chooseQuotes([hit({ turns, text: cut, start })], 'wool', 3), [])
})

test('a speech without turns is its speaker’s as a whole, however short', () => {
  assert.equal(chooseQuotes([hit({ text: ' Hear, hear. ' })], 'wool', 3)[0]?.quote, 'Hear, hear.')
})

test('one quote for each speech, other days before a second of the same, in order of time', () => {
  const best = [
    hit({ id: 'b', date: '2024-03-01' }),
    hit({ id: 'b', date: '2024-03-01', start: 5 }),
    hit({ id: 'c', date: '2024-03-01' }),
    hit({ id: 'a', date: '2021-01-01' }),
    hit({ id: 'd', date: '2022-01-01' }),
  ]
  const ids = (limit: number) => chooseQuotes(best, 'wool', limit).map(quote => quote.speech_id)
  assert.deepEqual(ids(1), ['b'])
  assert.deepEqual(ids(3), ['a', 'd', 'b'])
  assert.deepEqual(ids(9), ['a', 'd', 'b', 'c'])
})

test('a later passage is quoted from its first whole sentence on, unless the topic is before it', () => {
  const cut =
    'of the Opposition said so. The growers were promised a levy, and they have waited for it ever since.'
  const quoted = (topic: string, ordinal: number) =>
    chooseQuotes([hit({ text: cut, ordinal })], topic, 1)[0]?.quote
  assert.equal(quoted('levy', 1), cut.slice(cut.indexOf('The growers')))
  assert.equal(quoted('opposition', 1), cut)
  assert.equal(quoted('levy', 0), cut, 'a speech may begin as it likes')
})
