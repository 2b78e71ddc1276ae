import { openStore } from '../../src/adapters/stores/index.ts'
import { collection, never, stillClock, write } from './store-fixtures.ts'

/**
 * A separate process that writes documents and reports which were acknowledged, for tests of sharing. Arguments: URL of
 * the store, name of this writer, number of documents.
 */
const [url = '', writer = '', count = '0'] = process.argv.slice(2)
const store = await openStore(url, { clock: stillClock })
await store.ensureCollection(collection('notes'))
process.stdout.write('ready\n')
for (let index = 0; index < Number(count); index++) {
  const source = `${writer}${index}`
  const chunks = [{ text: 'shared word' }, { text: source }]
  await store.putDocument(write({ collection: 'notes', source, chunks }), never)
  process.stdout.write(`${source}\n`)
}
await store.close()
