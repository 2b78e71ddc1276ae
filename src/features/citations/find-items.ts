import type { z } from 'zod'
import type { Project } from '../../core/catalog/projects.ts'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { SearchRequest } from '../../core/search/search-request.ts'
import { type item, toItem } from './item.ts'
import { parseFilters } from './parse-filters.ts'
import { documentIs } from './scope.ts'
import type { Services } from './services.ts'

export type Question = {
  text: string
  top_k?: number | undefined
  filters: Record<string, unknown> | null
  include_full_text: boolean
  sort: 'relevance' | 'newest'
}

export type Found = { items: z.infer<typeof item>[]; warnings: string[]; model: string }

/** One search in one project, and never outside it. */
export async function findItems(
  { engine, signal, meaningBy }: ToolContext<Services>,
  project: Project,
  question: Question,
  how: Pick<SearchRequest, 'mode' | 'fusion'>,
): Promise<Found> {
  const { limit, warnings } = limitOf(question.top_k, project)
  const { conditions, docId } = parseFilters(question.filters)
  const filter =
    docId === null ? conditions : [...conditions, await documentIs(docId, [project.collection], { engine })]
  const searcher = await engine.withModel(project.embedder)
  const found = await searcher.search(
    {
      ...how,
      collections: [project.collection],
      text: question.text,
      limit,
      filter,
      sort: question.sort,
      meaningBy,
    },
    signal,
  )
  const similarities = new Map(found.explanation.hits.map(hit => [hit.chunk_id, hit.dense_score]))
  const items = found.hits.map(hit => {
    const similarity = how.mode === 'dense' ? similarities.get(hit.chunk.id) : null
    const score = similarity == null ? hit.score : Math.min(1, Math.max(0, round(similarity)))
    return toItem(hit, { score, maxChars: project.maxChars, includeFullText: question.include_full_text })
  })
  return { items, warnings: [...warnings, ...found.warnings], model: searcher.model.id }
}

/** More than the project allows is cut to what it allows, and said. */
function limitOf(asked: number | undefined, project: Project): { limit: number; warnings: string[] } {
  const limit = Math.min(asked ?? project.topK, project.maxTopK)
  if (asked === undefined || asked <= limit) return { limit, warnings: [] }
  return {
    limit,
    warnings: [`top_k ${asked} is more than this project allows; ${limit} were looked for (max_top_k).`],
  }
}

function round(score: number): number {
  return Math.round(score * 1e6) / 1e6
}
