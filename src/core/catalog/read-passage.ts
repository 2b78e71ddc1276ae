import type { Chunk, PageSpan } from '../model/chunk.ts'
import type { Document } from '../model/document.ts'
import { Failure } from '../model/failure.ts'
import { type PageRect, rectsOf } from '../model/geometry.ts'
import type { PageLabelSource } from '../model/page-label.ts'
import type { Store } from '../ports/store.ts'
import { lastStartingBy, pagesOfSpan } from '../text/outline.ts'

export type PassageScope = 'neighbours' | 'section' | 'pages'

export type PassageRequest = {
  chunkId: string
  /** The chunk must be in this collection. */
  collection: string
  scope: PassageScope
  /** With `neighbours`: how many chunks before and after. */
  before: number
  after: number
  /** The passage is cut to this length, but always contains the whole chunk. */
  maxTokens: number
  /** What to locate on the pages: the passage, or another part of the document. */
  marked: 'passage' | Span | null
}

export type Passage = {
  documentId: string
  title: string
  pages: PageSpan | null
  pageLabelSource: PageLabelSource
  sectionPath: string[]
  /** UTF-16 code units of the document's Markdown. */
  charSpan: Span
  /** Where the marked part is on its pages: empty when that is not known, null when nothing is marked. */
  rects: PageRect[] | null
  /** The Markdown of exactly that span. Joined chunks would repeat their overlaps. */
  text: string
  /** Whether the passage is shorter than its scope because of `maxTokens`. */
  truncated: boolean
  tokens: number
  /** The chunks before and after the passage, for reading on; null at the ends of the document. */
  previousChunkId: string | null
  nextChunkId: string | null
}

type Span = { start: number; end: number }

/** More characters than a token has on average in any text: longer spans are not counted, because they cannot fit. */
const longestToken = 40

/** Returns the text around a chunk, up to a number of tokens. Throws CHUNK_NOT_FOUND. */
export async function readPassage(
  request: PassageRequest,
  store: Pick<Store, 'loadChunks' | 'readDocument' | 'exportChunks' | 'readGeometry'>,
  countTokens: (text: string) => number,
): Promise<Passage> {
  const [loaded] = await store.loadChunks([request.chunkId])
  if (loaded?.document.collection !== request.collection) throw chunkNotFound(request)
  const document = await store.readDocument(loaded.document.id)
  if (document === null) throw chunkNotFound(request)
  const chunks = (await store.exportChunks(document.id)).map(({ chunk }) => chunk)
  const at = chunks.findIndex(chunk => chunk.id === request.chunkId)
  const centre = chunks[at]
  if (!centre) throw chunkNotFound(request)

  const scope = scopeSpan(request, { document, chunks, at, centre })
  const wanted = union(trimSpan(scope, document.markdown), centre)
  const count = (span: Span) => countTokens(document.markdown.slice(span.start, span.end))
  const span = fitSpan({ wanted, chunks, at, centre, document, maxTokens: request.maxTokens, count })
  const marked = request.marked === 'passage' ? span : request.marked
  return {
    documentId: document.id,
    title: document.title,
    pages: pagesOfSpan(document, span),
    pageLabelSource: document.pageLabelSource,
    sectionPath: centre.sectionPath,
    charSpan: span,
    rects: marked === null ? null : await readRects(store, document, marked),
    text: document.markdown.slice(span.start, span.end),
    truncated: span.start > wanted.start || span.end < wanted.end,
    tokens: count(span),
    previousChunkId: chunks.findLast(chunk => chunk.start < span.start)?.id ?? null,
    nextChunkId: chunks.find(chunk => chunk.end > span.end)?.id ?? null,
  }
}

/** Returns where a span of a document is on its pages. */
export async function readRects(
  store: Pick<Store, 'readGeometry'>,
  { id, pages }: Pick<Document, 'id' | 'pages'>,
  span: Span,
): Promise<PageRect[]> {
  const touched = pages.filter(page => page.start < span.end && page.end > span.start)
  const [first, last] = [touched[0], touched.at(-1)]
  if (first === undefined || last === undefined) return []
  return rectsOf(await store.readGeometry(id, { first: first.number, last: last.number }), span)
}

function chunkNotFound({ chunkId, collection }: PassageRequest): Failure {
  return new Failure('not_found', 'CHUNK_NOT_FOUND', `There is no chunk "${chunkId}" in "${collection}".`, {
    hint: 'Ids change when a document is replaced; search again for the current one.',
    details: { chunk_id: chunkId },
  })
}

type Place = { document: Document; chunks: readonly Chunk[]; at: number; centre: Chunk }

/** The whole scope, before it is cut to the token limit. It always contains the chunk. */
function scopeSpan(request: PassageRequest, place: Place): Span {
  switch (request.scope) {
    case 'neighbours':
      return neighboursSpan(request, place)
    case 'section':
      return union(sectionSpan(place.document, place.centre), place.centre)
    case 'pages':
      return union(pagesSpan(place.document, place.centre), place.centre)
  }
}

function neighboursSpan({ before, after }: PassageRequest, { chunks, at, centre }: Place): Span {
  const around = chunks.slice(Math.max(0, at - before), at + after + 1)
  return around.reduce<Span>((span, chunk) => union(span, chunk), centre)
}

/** From the nearest heading above the chunk to the next heading of the same or a higher level. */
function sectionSpan({ outline, markdown }: Document, chunk: Chunk): Span {
  const at = lastStartingBy(outline, chunk.start)
  const entry = outline[at]
  if (!entry) return { start: 0, end: outline[0]?.start ?? markdown.length }
  const next = outline.slice(at + 1).find(({ level, start }) => level <= entry.level && start > entry.start)
  return { start: entry.start, end: next?.start ?? markdown.length }
}

/** All pages that the chunk touches; the whole document when it has no pages. */
function pagesSpan({ pages, markdown }: Document, chunk: Chunk): Span {
  const touched = pages.filter(page => page.start < chunk.end && page.end > chunk.start)
  return { start: touched[0]?.start ?? 0, end: touched.at(-1)?.end ?? markdown.length }
}

/** Grows the chunk alternately after and before it: by whole chunks while they fit, then by whole sentences. */
function fitSpan(job: {
  wanted: Span
  chunks: readonly Chunk[]
  at: number
  centre: Chunk
  document: Document
  maxTokens: number
  count(span: Span): number
}): Span {
  const { wanted, chunks, at, document, maxTokens, count } = job
  let span: Span = { start: job.centre.start, end: job.centre.end }
  const mayFit = wanted.end - wanted.start <= maxTokens * longestToken
  if (mayFit && count(wanted) <= maxTokens) return wanted
  const ends = chunks.slice(at + 1).map(chunk => Math.min(chunk.end, wanted.end))
  const starts = chunks
    .slice(0, at)
    .map(chunk => Math.max(chunk.start, wanted.start))
    .reverse()
  const grows = {
    after: toSteps([...ends, wanted.end], span.end),
    before: toSteps([...starts, wanted.start], span.start),
  }
  const open = { after: true, before: true }
  while (open.after || open.before)
    for (const side of ['after', 'before'] as const) {
      const edge = grows[side].shift()
      const larger =
        edge === undefined ? null : side === 'after' ? { ...span, end: edge } : { ...span, start: edge }
      if (larger !== null && count(larger) <= maxTokens) span = larger
      else {
        if (larger !== null && open[side])
          span = growBySentences(span, larger, { document, maxTokens, count })
        open[side] = false
        grows[side].length = 0
      }
    }
  return union(trimSpan(span, document.markdown), job.centre)
}

/** Distinct positions in order of distance from the edge. */
function toSteps(positions: readonly number[], edge: number): number[] {
  const distances = [...new Set(positions.map(position => Math.abs(position - edge)))].filter(
    distance => distance > 0,
  )
  const sign = positions.some(position => position < edge) ? -1 : 1
  return distances.sort((a, b) => a - b).map(distance => edge + sign * distance)
}

/** Adds as many sentences of the larger span as fit. */
function growBySentences(
  span: Span,
  larger: Span,
  { document, maxTokens, count }: { document: Document; maxTokens: number; count(span: Span): number },
): Span {
  let grown = span
  for (const edge of sentenceBorders(document.markdown, span, larger)) {
    const next = larger.end > span.end ? { ...span, end: edge } : { ...span, start: edge }
    if (count(next) > maxTokens) break
    grown = next
  }
  return grown
}

/** Ends of sentences and blocks between the span and the larger one, nearest first. */
function sentenceBorders(markdown: string, span: Span, larger: Span): number[] {
  const isAfter = larger.end > span.end
  const from = isAfter ? span.end : larger.start
  const added = markdown.slice(from, isAfter ? larger.end : span.start)
  const ends = added.matchAll(/[.!?…]["'”’)\]]*(?=\s)|[。！？]|\n\s*\n/g)
  const borders = [...ends].map(found => from + found.index + found[0].length)
  return isAfter ? borders : borders.reverse()
}

function union(one: Span, other: Span): Span {
  return { start: Math.min(one.start, other.start), end: Math.max(one.end, other.end) }
}

function trimSpan({ start, end }: Span, markdown: string): Span {
  const text = markdown.slice(start, end)
  return {
    start: start + text.length - text.trimStart().length,
    end: end - (text.length - text.trimEnd().length),
  }
}
