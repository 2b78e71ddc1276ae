import { createHash } from 'node:crypto'
import type { TablesMove } from '../../../core/feature.ts'
import { throwIfAborted } from '../../../core/model/failure.ts'
import { differs } from '../../../core/move/move-ends.ts'
import type { GraphEdge, GraphNode } from '../model/code-graph.ts'
import type { FilePart, GraphChange, GraphStore, RepositoryRecord } from '../ports/graph-store.ts'
import { graphTables } from '../tables/index.ts'

/** Copies the graphs of all repositories into another store, and compares them. */
export async function moveGraphs({ from, to, signal }: TablesMove): Promise<Record<string, number>> {
  const [source, target] = [await from(graphTables), await to(graphTables)]
  try {
    const there = new Set((await target.listRepositories()).map(({ name }) => name))
    const repositories = await source.listRepositories()
    for (const record of repositories) {
      throwIfAborted(signal)
      const whole = await readGraph(source, record)
      if (!there.has(record.name)) await target.replace({ ...whole, basedOn: null, keep: [] }, signal)
      if (hashOf(whole) !== hashOf(await readGraph(target, record)))
        throw differs(`the graph of ${record.name}`)
    }
    return { repositories: repositories.length }
  } finally {
    await source.close()
    await target.close()
  }
}

type WholeGraph = Omit<GraphChange, 'basedOn' | 'keep' | 'parts'> & { parts: FilePart[] }

async function readGraph(store: GraphStore, record: RepositoryRecord): Promise<WholeGraph> {
  const { version: _, counts: __, edges: ___, ...repository } = record
  const { name } = repository
  const stored = await store.loadRepository(name)
  const texts = await store.loadSources(name)
  const { nodes, edges } = await store.loadParts(name)
  const partOf = (path: string | null): { nodes: GraphNode[]; edges: GraphEdge[] } => ({
    nodes: nodes.get(path) ?? [],
    edges: edges.get(path) ?? [],
  })
  return {
    repository,
    parts: (stored?.files ?? []).map(file => ({
      file,
      ...partOf(file.path),
      text: texts.get(file.path) ?? null,
    })),
    shared: partOf(null),
  }
}

function hashOf({ repository, parts, shared }: WholeGraph): string {
  const hash = createHash('sha256').update(JSON.stringify([repository, shared]))
  for (const part of parts) hash.update(JSON.stringify([part.file, part.text, part.nodes, part.edges]))
  return hash.digest('hex')
}
