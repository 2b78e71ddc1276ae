import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import type { CodeFile } from '../model/code.ts'
import type { GraphNode } from '../model/code-graph.ts'
import type { FilePart, GraphChange } from '../ports/graph-store.ts'
import type { LabelCounts } from './graph-rows.ts'

/** What is stored together: a file with its nodes and edges, or, without a file, what belongs to no single one. */
export type Part = Omit<FilePart, 'file'> & { file: CodeFile | null }

/** Identifies the parts that one change has written and not yet swapped in. */
export type Stage = { id: string; at: string }

export type StagedChange = { change: GraphChange; stage: Stage }

/** Rows per transaction: about 50 ms, during which other writers and this process wait. */
const batchRows = 1_000

/** The parts of a change in batches for one transaction each; the shared part is the last. */
export function* batchParts({ parts, shared }: GraphChange, signal: AbortSignal): Generator<Part[]> {
  let waiting: Part[] = []
  let rows = 0
  for (const part of parts) {
    throwIfAborted(signal)
    waiting.push(part)
    rows += part.nodes.length + part.edges.length + 1
    if (rows < batchRows) continue
    yield waiting
    waiting = []
    rows = 0
  }
  yield [...waiting, { file: null, text: null, ...shared }]
}

export function countLabels(nodes: readonly GraphNode[]): LabelCounts {
  const counts: LabelCounts = {}
  for (const { label } of nodes) counts[label] = (counts[label] ?? 0) + 1
  return counts
}

/** Sums what `countLabels` returned for each part, which is stored as JSON. */
export function sumParts(parts: readonly { counts: string; edges: number }[]): {
  counts: LabelCounts
  edges: number
} {
  const counts: LabelCounts = {}
  // SAFETY: written from `countLabels`.
  for (const part of parts)
    for (const [label, count] of Object.entries(JSON.parse(part.counts)) as [keyof LabelCounts, number][])
      counts[label] = (counts[label] ?? 0) + count
  return { counts, edges: parts.reduce((sum, { edges }) => sum + edges, 0) }
}

/** Staging takes minutes at most: parts that are staged for longer were left by a process that ended. */
const staleAfterMs = 3_600_000

export function staleBefore(now: string): string {
  return new Date(Date.parse(now) - staleAfterMs).toISOString()
}

export function changedMeanwhile(name: string): Failure {
  return new Failure(
    'conflict',
    'GRAPH_CHANGED',
    `The graph of ${name} was changed by another process meanwhile.`,
    {
      hint: 'Parse the repository again.',
    },
  )
}
