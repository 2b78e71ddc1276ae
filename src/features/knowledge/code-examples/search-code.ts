import type { Deadline } from '../../../core/model/deadline.ts'
import type { DocumentSummary } from '../../../core/model/document.ts'
import type { Filter } from '../../../core/model/filter.ts'
import type { Hit } from '../../../core/model/hit.ts'
import { withoutRises } from '../../../core/search/judge-hits.ts'
import type {
  SearchAnswer,
  SearchParts,
  SearchRequest,
  SearchSort,
} from '../../../core/search/search-request.ts'
import { type CodeExample, findCodeExamples } from './find-code-examples.ts'

export type CodeRequest = {
  text: string
  limit: number
  filter: Filter
  sort: SearchSort
  /** Only code in this language; null for any. */
  language: string | null
  /** As in `SearchRequest`. */
  minScore?: number | null
  meaningBy?: Deadline
}

export type FoundCode = {
  /** What the blocks are ordered by, 0 to 1. */
  score: number
  /** That of the passage; never rises down a list by relevance. */
  relevance: number
  example: CodeExample
  /** The chunk that the block was found by. */
  hit: Hit
  document: DocumentSummary
}

type CodeSearchParts = Pick<SearchParts, 'store' | 'analyzer'> & {
  search(request: SearchRequest, signal: AbortSignal): Promise<SearchAnswer>
}

export type CodeAnswer = { found: FoundCode[] } & Pick<SearchAnswer, 'warnings' | 'nothingFits'>

/** How many passages are searched for code. Most contain none. */
const passages = 200
/** The weight of the words of the code and its introduction; the score of the passage has the rest. */
const wordWeight = 0.4

/**
 * Finds blocks of code. Code examples are not stored: they are read from the stored documents on each search, so they
 * are always current. A block is found by the passages that contain it and ranked by their score and by its own words.
 */
export async function searchCode(
  request: CodeRequest,
  parts: CodeSearchParts,
  signal: AbortSignal,
): Promise<CodeAnswer> {
  const { text, filter, sort, language, limit, minScore = null, meaningBy } = request
  const { hits, warnings, nothingFits } = await parts.search(
    {
      collections: null,
      text,
      limit: passages,
      mode: 'hybrid',
      filter,
      sort: 'relevance',
      minScore,
      ...(meaningBy === undefined ? {} : { meaningBy }),
    },
    signal,
  )
  const blocks = new Map<string, CodeExample[]>()
  const found = new Map<string, FoundCode>()
  for (const hit of hits.filter(({ text }) => mayHoldCode(text))) {
    const { id } = hit.document
    if (!blocks.has(id)) blocks.set(id, await readExamples(id, parts))
    for (const example of blocks.get(id) ?? []) {
      const overlaps = example.start < hit.chunk.end && example.end > hit.chunk.start
      if (!overlaps || found.has(example.id) || (language !== null && example.language !== language)) continue
      const score = (1 - wordWeight) * hit.score + wordWeight * wordsShared(text, { example, hit }, parts)
      const { document, relevance } = hit
      found.set(example.id, { score: Math.round(score * 1e6) / 1e6, relevance, example, hit, document })
    }
  }
  const ranked = withoutRises([...found.values()].sort(byScore))
  if (sort === 'relevance') return { found: ranked.slice(0, limit), warnings, nothingFits }
  return {
    nothingFits,
    found: ranked
      .slice(0, limit * 3)
      .sort(byNewest)
      .slice(0, limit),
    warnings,
  }
}

/** A chunk from the middle of a long block has no fence, so lines that look like code count too. */
function mayHoldCode(text: string): boolean {
  return /^[ \t>]*(?:```|~~~)|<pre[\s>]|^(?: {2,}|\t)\S|[{};()=]\s*$/im.test(text)
}

async function readExamples(id: string, { store }: Pick<SearchParts, 'store'>): Promise<CodeExample[]> {
  const document = await store.readDocument(id)
  return document === null ? [] : findCodeExamples(document)
}

/** The share of the question's terms that occur in the code or its introduction. */
function wordsShared(
  question: string,
  { example: { code, sectionPath, lead }, hit: { document } }: { example: CodeExample; hit: Hit },
  { analyzer }: Pick<SearchParts, 'analyzer'>,
): number {
  const wanted = analyzer.analyzeQuery(question, [document.language])
  const own = new Set(
    analyzer.analyze([code, document.title, ...sectionPath, lead].join('\n'), document.language),
  )
  return wanted.length === 0 ? 0 : wanted.filter(term => own.has(term)).length / wanted.length
}

function byScore(one: FoundCode, other: FoundCode): number {
  return (
    other.score - one.score ||
    one.example.ordinal - other.example.ordinal ||
    (one.example.id < other.example.id ? -1 : 1)
  )
}

function byNewest(one: FoundCode, other: FoundCode): number {
  const date = ({ document }: FoundCode) =>
    Date.parse(document.lastModified ?? '') || Date.parse(document.createdAt)
  return date(other) - date(one) || byScore(one, other)
}
