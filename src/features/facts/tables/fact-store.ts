import { type SideOptions, sideConnection } from '../../../adapters/stores/sqlite/door.ts'
import type { FactStore } from '../fact-store.ts'
import { factCopies } from './fact-copies.ts'
import { countFacts, findEntities, listBare, listEdges, listPending } from './fact-lists.ts'
import { loadFacts } from './fact-rows.ts'
import { putReadings, putVectors, settleStale } from './fact-writes.ts'
import { rankFactsLexically } from './rank-facts.ts'
import { factsSchema } from './schema-facts.ts'

/** Facts in the store’s own file. */
export function sqliteFactStore(options: SideOptions): FactStore {
  const { clock } = options
  const { read, write, close } = sideConnection(options, {
    tables: { feature: 'facts', firstTable: 'fact_collections', steps: [factsSchema] },
  })
  const copies = factCopies()

  return {
    listPending: (collections, reader, limit) =>
      read(database => listPending(database, { collections, reader, limit })),
    put: (reader, readings, rules, signal) =>
      write(database => putReadings(database, { reader, readings, rules, now: clock.now() }), signal),
    settle: (rules, signal) => write(database => settleStale(database, rules, clock.now()), signal),
    listBare: (collections, model, limit) =>
      read(database => listBare(database, { collections, model, limit })),
    putVectors: (model, vectors, signal) => write(database => putVectors(database, model, vectors), signal),
    rankLexically: (scope, terms, limit) =>
      read(database => rankFactsLexically(database, scope, terms, limit)),
    rankDensely: (scope, query, limit) => read(database => copies.rank(database, scope, query, limit)),
    findEntities: (collections, names) => read(database => findEntities(database, collections, names)),
    listEdges: (scope, entities, limit) => read(database => listEdges(database, scope, entities, limit)),
    load: (ids, mostSupports) => read(database => loadFacts(database, ids, mostSupports)),
    count: collections => read(database => countFacts(database, collections)),
    close,
  }
}
