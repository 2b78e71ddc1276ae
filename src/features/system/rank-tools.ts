import type { ToolRow } from '../../core/contract/tool-table.ts'
import type { Ranked } from '../../core/model/hit.ts'
import type { Analyzer } from '../../core/ports/analyzer.ts'
import type { VectorMemory } from '../../core/ports/cache.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import { fuseByScore } from '../../core/search/fuse-rankings.ts'
import { embedTexts } from './embed-texts.ts'
import { lexicalIndex } from './lexical-index.ts'
import { plainRequest } from './plain-request.ts'

export type RankParts = {
  analyzer: Analyzer
  embedder: Embedder
  /** Spares the next process what this one has embedded. */
  vectors?: VectorMemory
}

export type RankedTools<Services> = { rows: ToolRow<Services>[]; warnings: string[] }

export type ToolIndex<Services> = {
  /**
   * Best first; every tool has a place, so a limit is all that is needed. The first question waits until the tools have
   * been embedded, but no longer than `patience`: then words alone rank, and the answer says so.
   */
  rank(
    query: string,
    limit: number,
    signal: AbortSignal,
    patience?: AbortSignal,
  ): Promise<RankedTools<Services>>
}

/** Chosen on the requests in test/corpus/tools/used-while-choosing.json, like the two below. */
const weights = { lexical: 0.2, dense: 0.8 }

/** The weight of the nearest single phrases; the rest is that of the tool's whole summary. */
const phraseShare = 0.7

/** A single nearest phrase may share no more than a turn of phrase with the request. */
const nearestPhrases = 2

/**
 * The project’s own search over its tools: words and meaning of names, descriptions, parameters and of what people say
 * who want them, fused as for documents. Small enough to be held in memory and made by the first question.
 */
export function toolIndex<Services>(
  rows: readonly ToolRow<Services>[],
  { analyzer, embedder, vectors }: RankParts,
): ToolIndex<Services> {
  const byName = new Map(rows.map(row => [row.tool.name, row]))
  let lexical: ReturnType<typeof lexicalIndex> | null = null
  let meanings: Promise<Meaning[]> | null = null

  async function rankDensely(query: string, signal: AbortSignal): Promise<Ranked[]> {
    meanings ??= embedTools(rows, embedder, vectors)
    meanings.catch(() => {
      meanings = null
    })
    const [known, question] = await Promise.all([meanings, embedder.embedQuery(query, signal)])
    return known.map(({ name, summary, phrases }) => ({
      chunkId: name,
      score: similarity(question, summary, phrases),
    }))
  }

  return {
    async rank(asked, limit, signal, patience = signal) {
      const query = plainRequest(asked)
      lexical ??= lexicalIndex(
        rows.map(row => ({ id: row.tool.name, fields: fieldsOf(row) })),
        analyzer,
      )
      const warnings: string[] = []
      const ranked = Promise.race([rankDensely(query, signal), endOf(patience)])
      const dense = await ranked.catch((error: unknown) => {
        if (signal.aborted) throw error
        warnings.push(`Ranked by words only: ${error instanceof Error ? error.message : String(error)}`)
        return null
      })
      const fused = fuseByScore(lexical.rank(query), dense, weights)
      const best = fused.flatMap(({ chunkId }) => byName.get(chunkId) ?? [])
      return { rows: removersLater(best, asked).slice(0, limit), warnings }
    },
  }
}

/** What people say who want something gone or ended; anything else must not lead straight to a tool that does it. */
const wantsRemoval =
  /\b(?:delet|remov|eras|destroy|destruct|wip(?:e|ing)|purg|clear|clean|discard|forget|trash|drop|empt|prune|vanish|nuke|undo|unload|uninstall|cancel|abort|stop|halt|kill|interrupt|terminat|lösch|entfern|supprim|effac|borra|elimin|abbrech)|\b(?:rid of|throw\w* (?:\w+ ){0,4}(?:away|out)|tak(?:e|ing) (?:\w+ ){0,4}(?:out|away|off|down)|start over|call (?:it )?off|no longer|nobody (?:uses|needs)|any ?more|obsolete|outdated|mistake|never mind|should not be|end (?:a|the|it|that|this))\b/i

/** Tools that remove or end something and do nothing else. */
function isRemover<Services>({ tool }: ToolRow<Services>): boolean {
  return tool.access === 'destroy' && /^(?:delete|remove|cancel)_/.test(tool.name)
}

/** Never first for a request that asks for nothing of the kind: a model in a hurry calls the first. */
function removersLater<Services>(ranked: ToolRow<Services>[], asked: string): ToolRow<Services>[] {
  const first = ranked.findIndex(row => !isRemover(row))
  if (first <= 0 || wantsRemoval.test(asked)) return ranked
  return [...ranked.slice(first, first + 1), ...ranked.slice(0, first), ...ranked.slice(first + 1)]
}

function endOf(patience: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () => reject(new Error('the tools are still being read. Ask again in a moment.'))
    if (patience.aborted) giveUp()
    patience.addEventListener('abort', giveUp, { once: true })
  })
}

type Meaning = { name: string; summary: Float32Array; phrases: readonly Float32Array[] }

function similarity(question: Float32Array, summary: Float32Array, phrases: readonly Float32Array[]): number {
  if (phrases.length === 0) return dot(question, summary)
  const nearest = phrases
    .map(phrase => dot(question, phrase))
    .sort((one, other) => other - one)
    .slice(0, nearestPhrases)
  const byPhrases = nearest.reduce((sum, score) => sum + score, 0) / nearest.length
  return (1 - phraseShare) * dot(question, summary) + phraseShare * byPhrases
}

async function embedTools<Services>(
  rows: readonly ToolRow<Services>[],
  embedder: Embedder,
  memory: VectorMemory | undefined,
): Promise<Meaning[]> {
  const texts = rows.map(({ tool }) => {
    const [first = ''] = tool.description.split(/(?<=\.)\s+/)
    const what = `${tool.title}. ${first}`
    const { asks } = tool
    return asks === undefined ? [what] : [`${what} ${asks.join('. ')}`, what, ...asks]
  })
  const vectors = (await embedTexts(texts.flat(), embedder, memory)).values()
  return rows.map(({ tool }, place) => {
    const [summary = new Float32Array(), ...phrases] = vectors.take(texts[place]?.length ?? 0)
    return { name: tool.name, summary, phrases }
  })
}

/** The first sentence says what a tool does; later ones often name other tools. */
function fieldsOf<Services>({ tool, toolset, inputSchema }: ToolRow<Services>) {
  const [first = '', ...rest] = tool.description.split(/(?<=[.;:])\s+/)
  const parameters = Object.entries(inputSchema.properties ?? {}).map(
    ([name, node]) => `${name.replaceAll('_', ' ')} ${node.description ?? ''}`,
  )
  return [
    { text: `${tool.name.replaceAll('_', ' ')} ${tool.title}`, weight: 3 },
    { text: `${(tool.tags ?? []).join(' ')} ${toolset.title}`, weight: 1 },
    { text: (tool.asks ?? []).join(' '), weight: 1 },
    { text: first, weight: 2 },
    { text: rest.join(' '), weight: 0.7 },
    { text: parameters.join(' '), weight: 0.3 },
  ]
}

/** Vectors have length 1, so this is their cosine. */
function dot(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, place) => sum + value * (other[place] ?? 0), 0)
}
