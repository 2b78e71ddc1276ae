import type { z } from 'zod'
import type { Project } from '../../core/catalog/projects.ts'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { Failure } from '../../core/model/failure.ts'
import type { Condition } from '../../core/model/filter.ts'
import type { SearchRequest } from '../../core/search/search-request.ts'
import { type itemSchema, toItem } from './item.ts'
import { documentIs } from './scope.ts'
import type { Services } from './services.ts'

export type ProjectQuestion = {
  text: string
  top_k?: number | undefined
  filters: Record<string, unknown> | null
  include_full_text: boolean
  sort: 'relevance' | 'newest'
  min_score: number | null
  mode: SearchRequest['mode']
  fusion?: SearchRequest['fusion']
}

export type FoundItems = {
  items: z.infer<typeof itemSchema>[]
  nothing_fits: boolean
  warnings: string[]
  model: string
}

/** Searches one project and nothing outside it. */
export async function findItems(
  { engine, signal, meaningBy }: ToolContext<Services>,
  project: Project,
  { mode, fusion, ...question }: ProjectQuestion,
): Promise<FoundItems> {
  const { limit, warnings } = limitOf(question.top_k, project)
  const { conditions, docId } = parseFilters(question.filters)
  const filter =
    docId === null ? conditions : [...conditions, await documentIs(docId, [project.collection], { engine })]
  const searcher = await engine.withModel(project.embedder)
  const found = await searcher.search(
    {
      mode,
      ...(fusion === undefined ? {} : { fusion }),
      collections: [project.collection],
      text: question.text,
      limit,
      filter,
      sort: question.sort,
      minScore: question.min_score,
      meaningBy,
    },
    signal,
  )
  const shown = { maxChars: project.maxChars, includeFullText: question.include_full_text }
  return {
    items: found.hits.map(hit => toItem(hit, shown)),
    nothing_fits: found.nothingFits,
    warnings: [...warnings, ...found.warnings],
    model: searcher.model.id,
  }
}

/** Limits top_k to the project's maximum and adds a warning when it was higher. */
function limitOf(asked: number | undefined, project: Project): { limit: number; warnings: string[] } {
  const limit = Math.min(asked ?? project.topK, project.maxTopK)
  if (asked === undefined || asked <= limit) return { limit, warnings: [] }
  return {
    limit,
    warnings: [`top_k ${asked} exceeds the maximum of this project (max_top_k); ${limit} was used.`],
  }
}

type Parse = (value: unknown, name: string) => Condition[]

/** The project comes from its own input; a project in the filters is ignored. */
const ignored = new Set(['project', 'project_id'])

const known: Readonly<Record<string, Parse>> = {
  tags: (value, name) =>
    textsOf(value, name).map(tag => ({ field: 'metadata.tags', op: 'contains', value: tag })),
  collections: (value, name) =>
    textsOf(value, name).map(folder => ({ field: 'metadata.collections', op: 'contains', value: folder })),
  year: (value, name) => [{ field: 'metadata.year', op: 'equals', value: yearOf(value, name) }],
  citekey: metadata('citekey'),
  type: metadata('type'),
  doi: (value, name) => [{ field: 'metadata.doi', op: 'equals', value: textOf(value, name).toLowerCase() }],
  language: (value, name) => [{ field: 'language', op: 'equals', value: textOf(value, name) }],
  section_prefix: (value, name) => [{ field: 'section', op: 'starts_with', value: textOf(value, name) }],
  zotero_item_key: metadata('zotero_item_key'),
  zotero_attachment_key: metadata('zotero_attachment_key'),
}

/** Converts the contract's filters into conditions. Returns `doc_id` separately, because it must be looked up. */
export function parseFilters(filters: Record<string, unknown> | null): {
  conditions: Condition[]
  docId: string | null
} {
  const conditions: Condition[] = []
  let docId: string | null = null
  for (const [name, value] of Object.entries(filters ?? {})) {
    if (ignored.has(name) || value === null || value === undefined) continue
    if (name === 'doc_id') docId = textOf(value, name)
    else {
      const parse = Object.hasOwn(known, name) ? known[name] : undefined
      if (parse === undefined) throw unknownFilter(name)
      conditions.push(...parse(value, name))
    }
  }
  return { conditions, docId }
}

function metadata(key: string): Parse {
  return (value, name) => [{ field: `metadata.${key}`, op: 'equals', value: textOf(value, name) }]
}

function textsOf(value: unknown, name: string): string[] {
  if (Array.isArray(value)) return value.map(item => textOf(item, name))
  return [textOf(value, name)]
}

function textOf(value: unknown, name: string): string {
  if (typeof value === 'string' && value.trim() !== '') return value
  throw invalid(name, name === 'tags' ? 'a text or a list of texts' : 'a text', value)
}

function yearOf(value: unknown, name: string): number {
  const year = typeof value === 'string' && /^-?\d{1,4}$/.test(value.trim()) ? Number(value) : value
  if (typeof year === 'number' && Number.isInteger(year)) return year
  throw invalid(name, 'a year, such as 2023', value)
}

function invalid(name: string, expected: string, value: unknown): Failure {
  return new Failure(
    'invalid',
    'VALIDATION_ERROR',
    `filters.${name} must be ${expected}, not ${JSON.stringify(value)}.`,
    { details: { field: `filters.${name}` } },
  )
}

function unknownFilter(name: string): Failure {
  return new Failure('invalid', 'VALIDATION_ERROR', `Unknown filter "${name}".`, {
    hint: `Filters are: doc_id, ${Object.keys(known).join(', ')}.`,
    details: { field: `filters.${name}` },
  })
}
