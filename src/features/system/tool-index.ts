import type { ToolRow } from '../../core/contract/tool-table.ts'
import type { Ranked } from '../../core/model/hit.ts'
import type { Analyzer } from '../../core/ports/analyzer.ts'
import type { VectorMemory } from '../../core/ports/cache.ts'
import type { Embedder } from '../../core/ports/embedder.ts'
import { fuseByScore } from '../../core/search/fuse-rankings.ts'

export type RankParts = {
  analyzer: Analyzer
  embedder: Embedder
  /** Keeps the embedded texts for the next process. */
  vectors?: VectorMemory
}

export type RankedTools<Services> = { rows: ToolRow<Services>[]; warnings: string[] }

export type ToolIndex<Services> = {
  /**
   * Returns all tools, best first, up to `limit`. The first call waits until the tools are embedded, or until `patience`
   * aborts; then the ranking uses words only, and there is a warning.
   */
  rank(
    query: string,
    options: { limit: number; patience?: AbortSignal },
    signal: AbortSignal,
  ): Promise<RankedTools<Services>>
}

/** Chosen on the requests in test/corpus/tools/used-while-choosing.json, like the two below and `writerPenalty`. */
const weights = { lexical: 0.2, dense: 0.8 }

/** The weight of the nearest single phrases; the rest is that of the tool's whole summary. */
const phraseShare = 0.7

/** With a single phrase, a common turn of phrase would be enough to rank a tool first. */
const nearestPhrases = 2

/**
 * Ranks tools for a request by words and by meaning of their names, descriptions, parameters and `asks`, fused like
 * search over documents. The index is built in memory by the first request.
 */
export function toolIndex<Services>(
  rows: readonly ToolRow<Services>[],
  { analyzer, embedder, vectors }: RankParts,
): ToolIndex<Services> {
  const byName = new Map(rows.map(row => [row.tool.name, row]))
  let lexical: ReturnType<typeof lexicalIndex> | null = null
  let meanings: Promise<Meaning[]> | null = null

  async function rankByMeaning(query: string, signal: AbortSignal): Promise<Ranked[]> {
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
    async rank(asked, { limit, patience }, signal) {
      const query = plainRequest(asked)
      lexical ??= lexicalIndex(
        rows.map(row => ({ id: row.tool.name, fields: fieldsOf(row) })),
        analyzer,
      )
      const warnings: string[] = []
      const ranked = Promise.race([rankByMeaning(query, signal), endOf(patience ?? signal)])
      const dense = await ranked.catch((error: unknown) => {
        if (signal.aborted) throw error
        warnings.push(`Ranked by words only: ${error instanceof Error ? error.message : String(error)}`)
        return null
      })
      const fused = fuseByScore(lexical.rank(query), dense, () => weights).flatMap(({ chunkId, score }) => {
        const row = byName.get(chunkId)
        return row === undefined ? [] : [{ row, score }]
      })
      const best = writersLater(fused, asked).map(({ row }) => row)
      return { rows: removersLater(best, asked).slice(0, limit), warnings }
    },
  }
}

/** Requests to see something: questions, and sentences that begin with such a verb. */
const wantsToSee =
  /^(?:(?:please|pls|so|and|but|now|ok|okay|can you|could you|would you|i (?:want|need|would like) to|let me|help me(?: to)?)[, ]+)*(?:who|whom|whose|what(?:['’]?s)?|which|when|where|why|how|is|are|was|were|do|does|did|has|have|show|list|tell|give|find|look up|read|see|know|explain|compare|summari[sz]e|count|browse|print|display|wer|was|welche\w*|wo|wann|warum|wie|zeig\w*)\b|\?\s*$/i
/** Words of requests that change something, also in the form of a question. */
const wantsChange =
  /\b(?:remember|save|store|add|index|ingest|import|keep|load|crawl|fetch|download|create|make|set up|update|refresh|sync|run|start|turn|switch)\b/i

/** What tools that change something lose, of a score from 0 to 1, when a request only asks to see something. */
const writerPenalty = 0.15

type Scored<Services> = { row: ToolRow<Services>; score: number }

function writersLater<Services>(fused: Scored<Services>[], asked: string): Scored<Services>[] {
  if (!wantsToSee.test(asked) || wantsChange.test(asked) || wantsRemoval.test(asked)) return fused
  return fused
    .map(({ row, score }) => ({ row, score: row.tool.access === 'read' ? score : score - writerPenalty }))
    .sort((one, other) => other.score - one.score)
}

/** Words of requests to delete or stop something. For other requests, such tools are never ranked first. */
const wantsRemoval =
  /\b(?:delet|remov|eras|destroy|destruct|wip(?:e|ing)|purg|clear|clean|discard|forget|trash|drop|empt|prune|vanish|nuke|undo|unload|uninstall|cancel|abort|stop|halt|kill|interrupt|terminat|lösch|entfern|supprim|effac|borra|elimin|abbrech)|\b(?:rid of|throw\w* (?:\w+ ){0,4}(?:away|out)|tak(?:e|ing) (?:\w+ ){0,4}(?:out|away|off|down)|start over|call (?:it )?off|no longer|nobody (?:uses|needs)|any ?more|obsolete|outdated|mistake|never mind|should not be|end (?:a|the|it|that|this))\b/i

/** Whether a tool only deletes or cancels. */
function isRemover<Services>({ tool }: ToolRow<Services>): boolean {
  return tool.access === 'destroy' && /^(?:delete|remove|cancel)_/.test(tool.name)
}

/**
 * Moves the best other tool before tools that delete or cancel, unless the request asks for that: models tend to call
 * the first.
 */
function removersLater<Services>(ranked: ToolRow<Services>[], asked: string): ToolRow<Services>[] {
  const first = ranked.findIndex(row => !isRemover(row))
  if (first <= 0 || wantsRemoval.test(asked)) return ranked
  return [...ranked.slice(first, first + 1), ...ranked.slice(0, first), ...ranked.slice(first + 1)]
}

function endOf(patience: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    const giveUp = () => reject(new Error('the tools are still being embedded. Try again in a moment.'))
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

/** Parallel requests: enough to hide the latency of a remote model, few enough not to delay a search. */
const concurrency = 4

/** Vectors are saved after this many texts, so that a process that ends early loses few. */
const savedEvery = 40

/**
 * Embeds texts as queries: for so few texts, the workers of bulk embedding, each with its own model, would need more
 * memory than the whole server. Not aborted with the request that started it, because later requests need the vectors.
 */
async function embedTexts(
  texts: readonly string[],
  embedder: Embedder,
  memory: VectorMemory | undefined,
): Promise<Float32Array[]> {
  const { signal } = new AbortController()
  const all = { model: embedder.id, dimensions: embedder.dimensions, texts }
  const vectors = (await memory?.load(all)) ?? texts.map(() => null)
  const missing = [...vectors.keys()].filter(place => vectors[place] === null)
  for (let start = 0; start < missing.length; start += concurrency) {
    const places = missing.slice(start, start + concurrency)
    const made = await Promise.all(places.map(place => embedder.embedQuery(texts[place] ?? '', signal)))
    for (const [at, place] of places.entries()) vectors[place] = made[at] ?? null
    const isLast = start + concurrency >= missing.length
    if (isLast || (start + concurrency) % savedEvery === 0) await memory?.save(all, vectors)
  }
  return vectors.map(vector => vector ?? new Float32Array(embedder.dimensions))
}

type IndexedText = { id: string; fields: readonly { text: string; weight: number }[] }

const saturation = 1.2
const lengthShare = 0.4

/** BM25 over a few texts with weighted fields. Ranks only texts that share a word with the query. */
function lexicalIndex(texts: readonly IndexedText[], analyzer: Analyzer) {
  const entries = texts.map(({ id, fields }) => {
    const counts = new Map<string, number>()
    for (const { text, weight } of fields)
      for (const term of analyzer.analyze(text, 'en')) counts.set(term, (counts.get(term) ?? 0) + weight)
    return { id, counts, length: counts.values().reduce((sum, count) => sum + count, 0) }
  })
  const meanLength = entries.reduce((sum, { length }) => sum + length, 0) / Math.max(1, entries.length)

  function rarity(term: string): number {
    const holders = entries.filter(({ counts }) => counts.has(term)).length
    return Math.log(1 + (entries.length - holders + 0.5) / (holders + 0.5))
  }

  return {
    rank(query: string): Ranked[] {
      const terms = [...new Set(analyzer.analyzeQuery(query, ['en']))].map(term => ({
        term,
        weight: rarity(term),
      }))
      return entries
        .map(({ id, counts, length }) => {
          const damping = saturation * (1 - lengthShare + (lengthShare * length) / meanLength)
          const score = terms.reduce((sum, { term, weight }) => {
            const count = counts.get(term) ?? 0
            return sum + (weight * count * (saturation + 1)) / (count + damping)
          }, 0)
          return { chunkId: id, score }
        })
        .filter(({ score }) => score > 0)
        .sort((one, other) => other.score - one.score || (one.chunkId < other.chunkId ? -1 : 1))
    },
  }
}

/** Addresses on code hosts; they are more specific than other addresses. */
const codeHost = /\b(?:https?:\/\/)?(?:www\.)?(?:github|gitlab|bitbucket|codeberg)\.\w+(?:\/\S*)?/gi
const address =
  /\bhttps?:\/\/\S+|\b(?:[a-z0-9-]+\.)+(?:org|com|net|io|gov|edu|info|eu|uk|de|fr|au)\b(?:\/\S*)?/gi
const path =
  /(?<![\w.])~?\.{0,2}\/[\w.-]+(?:\/[\w.-]*)*|\b[\w-]+\.(?:pdf|docx?|pptx?|xlsx?|epub|html?|txt|md|csv|json|toml|ya?ml|xml|tiff?|py|[jt]s)\b/gi

/** Quoted text, which does not describe the task. */
const quotation = /"[^"]*"|“[^”]*”|„[^“”]*[“”]|«[^»]*»/g
/** File formats; the tools treat them alike. */
const format = /\b(?:e-?pubs?|mobi|docx?|odt|rtf|pptx?|power ?points?|odp|xlsx?|ods|tiffs?|mark ?down)\b/gi

/**
 * Replaces addresses, file names and quotations by general words: they do not describe the task, and may contain words
 * that match another tool.
 */
export function plainRequest(query: string): string {
  return query
    .replaceAll(quotation, words => (isSentence(words) ? 'this sentence' : words))
    .replaceAll(codeHost, 'a repository on GitHub')
    .replaceAll(address, 'a web address')
    .replaceAll(path, 'a file')
    .replaceAll(format, 'document')
}

/** One or two quoted words are more likely a name. */
function isSentence(words: string): boolean {
  return words.trim().split(/\s+/).length > 2
}
