import { testStoreChanges } from './store-changes-suite.ts'
import { testStoreCorrections } from './store-corrections-suite.ts'
import { testStoreDocuments } from './store-documents-suite.ts'
import { testStoreFilters } from './store-filters-suite.ts'
import type { UrlIn } from './store-fixtures.ts'
import { testStoreGeometry } from './store-geometry-suite.ts'
import { testStoreGroups } from './store-groups-suite.ts'
import { testStorePending } from './store-pending-suite.ts'
import { testStoreProposals } from './store-proposals-suite.ts'
import { testStoreRankings } from './store-rankings-suite.ts'
import { testStoreSharing } from './store-sharing-suite.ts'
import { testStoreTallies } from './store-tally-suite.ts'
import { testStoreTrash } from './store-trash-suite.ts'
import { testStoreWords } from './store-words-suite.ts'

/** Everything the Store port guarantees, for any store that adapters/stores can open. */
export function testStore(name: string, urlIn: UrlIn): void {
  testStoreDocuments(name, urlIn)
  testStoreChanges(name, urlIn)
  testStoreCorrections(name, urlIn)
  testStoreGeometry(name, urlIn)
  testStoreGroups(name, urlIn)
  testStoreTallies(name, urlIn)
  testStoreRankings(name, urlIn)
  testStoreWords(name, urlIn)
  testStoreProposals(name, urlIn)
  testStorePending(name, urlIn)
  testStoreFilters(name, urlIn)
  testStoreSharing(name, urlIn)
  testStoreTrash(name, urlIn)
}
