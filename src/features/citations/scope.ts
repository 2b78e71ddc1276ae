import { z } from 'zod'
import { anyLibrary } from '../../core/addresses/address.ts'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { optional } from '../../core/contract/json-schema.ts'
import { collectionNotFound } from '../../core/model/collection.ts'
import { Failure } from '../../core/model/failure.ts'
import type { Condition } from '../../core/model/filter.ts'
import type { Services } from './services.ts'

/** Where to search: one project, one library, or all libraries. */
export const scopeFields = {
  project: optional(z.string().trim().min(1)).describe('Id from list_projects'),
  library: optional(z.string().trim().min(1)).describe('Instead of a project; neither: all libraries'),
}

export type SearchScope = { project?: string | undefined; library?: string | undefined }

/** The name of the scope in an address. */
export function addressedScope({ project, library }: Record<string, unknown>): string {
  return String(project ?? library ?? anyLibrary)
}

/** Returns the names of the collections to search. Projects are searched only when named. */
export async function collectionsOf(
  { engine }: ToolContext<Services>,
  scope: SearchScope,
): Promise<string[]> {
  if (scope.project !== undefined && scope.library !== undefined)
    throw new Failure('invalid', 'VALIDATION_ERROR', 'Both project and library were given.', {
      hint: 'Set one of them, or neither to search all libraries.',
      details: { fields: ['project', 'library'] },
    })
  if (scope.project !== undefined) return [(await engine.projects.require(scope.project)).collection]
  const libraries = (await engine.catalog.listCollections()).map(({ name }) => name)
  if (scope.library === undefined) return libraries
  if (libraries.includes(scope.library)) return [scope.library]
  const { message, hint, details } = collectionNotFound(
    scope.library,
    await engine.catalog.listCollections({ includeIsolated: true }),
  )
  throw new Failure('not_found', 'VALIDATION_ERROR', message, {
    hint: typeof details.project === 'string' ? `Did you mean project: "${details.project}"?` : (hint ?? ''),
    details: { field: 'library', ...details },
  })
}

/** Returns the condition for one document id: the store's own id, or the id that was passed to store_chunks. */
export async function documentIs(
  docId: string,
  collections: readonly string[],
  { engine }: Pick<ToolContext<Services>, 'engine'>,
): Promise<Condition> {
  for (const collection of collections)
    if (await engine.catalog.hasDocument(docId, collection))
      return { field: 'doc_id', op: 'equals', value: docId }
  return { field: 'metadata.doc_id', op: 'equals', value: docId }
}
