import type { ToolRow } from '../../contract/tool-table.ts'
import type { Ranked } from '../../model/hit.ts'
import type { Analyzer } from '../../ports/analyzer.ts'
import type { Embedder } from '../../ports/embedder.ts'
import { fuseRankings } from '../../search/fuse-rankings.ts'
import { lexicalIndex } from './lexical-index.ts'

export type RankParts = { analyzer: Analyzer; embedder: Embedder }

export type RankedTools<Services> = { rows: ToolRow<Services>[]; warnings: string[] }

export type ToolIndex<Services> = {
  /** Best first; every tool has a place, so a limit is all that is needed. */
  rank(query: string, limit: number, signal: AbortSignal): Promise<RankedTools<Services>>
}

/** Best between 0.2 and 0.3 on the requests of the contract test: meaning tells most, words tell names apart. */
const weights = { lexical: 0.25, dense: 0.75 }

/**
 * The project’s own search over its tools: words and meaning of names, descriptions and parameters, fused as for
 * documents. Small enough to be held in memory and made by the first question.
 */
export function toolIndex<Services>(
  rows: readonly ToolRow<Services>[],
  { analyzer, embedder }: RankParts,
): ToolIndex<Services> {
  const byName = new Map(rows.map(row => [row.tool.name, row]))
  let lexical: ReturnType<typeof lexicalIndex> | null = null
  let vectors: Promise<Float32Array[]> | null = null

  async function rankDensely(query: string, signal: AbortSignal): Promise<Ranked[]> {
    vectors ??= embedFew(rows.map(describeTool), embedder)
    vectors.catch(() => {
      vectors = null
    })
    const [known, question] = await Promise.all([vectors, embedder.embedQuery(query, signal)])
    return rows.map((row, place) => ({
      chunkId: row.tool.name,
      score: dot(known[place] ?? question, question),
    }))
  }

  return {
    async rank(query, limit, signal) {
      lexical ??= lexicalIndex(
        rows.map(row => ({ id: row.tool.name, fields: fieldsOf(row) })),
        analyzer,
      )
      const warnings: string[] = []
      const dense = await rankDensely(query, signal).catch((error: unknown) => {
        if (signal.aborted) throw error
        warnings.push(`Ranked by words only: ${error instanceof Error ? error.message : String(error)}`)
        return null
      })
      const fused = fuseRankings(lexical.rank(query), dense, weights)
      const best = fused.slice(0, limit).flatMap(({ chunkId }) => byName.get(chunkId) ?? [])
      return { rows: best, warnings }
    },
  }
}

/** At once: enough to hide the way to a model elsewhere, few enough that a search need not wait behind them. */
const concurrency = 4

/**
 * As questions and not as documents: for so few texts the workers of bulk embedding, each with a model of its own, would
 * cost more memory than the whole server. Not aborted with the question that came first: the next ones need it too.
 */
async function embedFew(texts: readonly string[], embedder: Embedder): Promise<Float32Array[]> {
  const { signal } = new AbortController()
  const vectors: Float32Array[] = []
  for (let start = 0; start < texts.length; start += concurrency) {
    const few = texts.slice(start, start + concurrency)
    vectors.push(...(await Promise.all(few.map(text => embedder.embedQuery(text, signal)))))
  }
  return vectors
}

/** What a tool is about, for the model. Parameters are left to the words: there they only blur. */
function describeTool<Services>({ tool, toolset }: ToolRow<Services>): string {
  return `${tool.title}. ${tool.description} (${tool.name.replaceAll('_', ' ')}, ${toolset.title})`
}

/** What a tool does stands in its first sentence; later ones often name other tools. */
function fieldsOf<Services>({ tool, toolset, inputSchema }: ToolRow<Services>) {
  const [first = '', ...rest] = tool.description.split(/(?<=[.;:])\s+/)
  const parameters = Object.entries(inputSchema.properties ?? {}).map(
    ([name, node]) => `${name.replaceAll('_', ' ')} ${node.description ?? ''}`,
  )
  return [
    { text: `${tool.name.replaceAll('_', ' ')} ${tool.title}`, weight: 3 },
    { text: `${(tool.tags ?? []).join(' ')} ${toolset.title}`, weight: 1 },
    { text: first, weight: 2 },
    { text: rest.join(' '), weight: 0.7 },
    { text: parameters.join(' '), weight: 0.3 },
  ]
}

/** Vectors have length 1, so this is their cosine. */
function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0)
}
