import type { GraphQueries, GraphSource } from './ports/graph-queries.ts'

/** The engine that answers Cypher over this graph. Loaded when the first question comes. */
export async function openGraphQueries(source: GraphSource): Promise<GraphQueries> {
  const { cypherQueries } = await import('./cypher/cypher-queries.ts')
  return cypherQueries(source)
}
