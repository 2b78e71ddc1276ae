import { never, stillClock, write } from '../../../../../test/conformance/store-fixtures.ts'
import { openStore, openTables } from '../../../../adapters/stores/index.ts'
import { factTables } from '../../tables/index.ts'
import { observe, rules } from './fact-fixtures.ts'

/**
 * A separate process that stores documents with facts about one person, for tests with several processes. Arguments:
 * the store's url, this writer's name, the number of documents.
 */
const [url = '', writer = '', count = '0'] = process.argv.slice(2)
const store = await openStore(url, { clock: stillClock })
const facts = await openTables(url, factTables, { clock: stillClock })
for (let index = 0; index < Number(count); index++) {
  const draft = write({ collection: 'notes', source: `${writer}${index}`, chunks: [{ text: 'Words' }] })
  await store.putDocument(draft, never)
  const observations = [observe('Ann Poe', 'Labor', '2001-01-01')]
  await facts.put(
    {
      reader: 'rules-1',
      readings: [{ documentId: draft.document.id, observations, readsMetadata: true }],
      rules,
    },
    never,
  )
}
await facts.close()
await store.close()
