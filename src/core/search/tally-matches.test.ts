import assert from 'node:assert/strict'
import { test } from 'node:test'
import { storeWith } from '../../../test/conformance/store-fixtures.ts'
import { analyzer } from '../../adapters/analyzers/analyzer.ts'
import { tallyMatches } from './tally-matches.ts'

const words = analyzer()

/** Documents as ingestion stores them: each analysed for its own language. */
const documents = [
  ['a', 'en', '2001', 'The growers were shearing sheep'],
  ['b', 'en', '2002', 'A grower shears his sheep'],
  ['c', 'de', '2002', 'Die Schafe werden geschoren; Sheep steht im Wörterbuch neben grower'],
  ['d', 'en', '2002', 'Sheep alone'],
].map(([source = '', language = '', year = '', text = '']) => ({
  source,
  language,
  metadata: { year },
  chunks: [{ text, terms: words.analyze(text, language) }],
}))

test('every word counts in any of its forms, in the language of each document', async context => {
  const store = await storeWith(context, folder => `sqlite:${folder}/quire.db`, documents)
  const tally = (text: string | null) =>
    tallyMatches({ collection: 'notes', text, by: 'year', filter: [] }, { store, analyzer: words })
  assert.deepEqual(await tally('grower sheep'), [
    { value: '2001', documents: 1 },
    { value: '2002', documents: 2 },
  ])
  assert.deepEqual(await tally('Schaf'), [{ value: '2002', documents: 1 }])
  assert.deepEqual(await tally(null), [
    { value: '2001', documents: 1 },
    { value: '2002', documents: 3 },
  ])
  assert.deepEqual(await tally('sheep unheardof'), [])
  assert.deepEqual(await tally('…'), [], 'a question without words finds nothing')
})
