import type { ToolContext } from '../../../core/contract/define-tool.ts'
import type { DocumentSummary } from '../../../core/model/document.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Filter } from '../../../core/model/filter.ts'
import type { Services } from '../services.ts'

/** A limit that no library reaches. */
const all = 10_000_000

export function documentsFrom(
  { engine }: ToolContext<Services>,
  library: string,
  filter: Filter,
): Promise<DocumentSummary[]> {
  return engine.catalog.findDocuments(library, filter, all)
}

/** Returns the named library, else all libraries with documents that match one of the filters. */
export async function librariesWith(
  context: ToolContext<Services>,
  named: string | null,
  filters: readonly Filter[],
): Promise<string[]> {
  if (named !== null) return [named]
  const holding: string[] = []
  for (const { name } of await context.engine.catalog.listCollections())
    for (const filter of filters)
      if (!holding.includes(name) && (await context.engine.catalog.findDocuments(name, filter, 1)).length > 0)
        holding.push(name)
  return holding
}

/**
 * Throws NOT_A_LIBRARY for a project: its documents have citation data that a refresh would lose. Accepts unknown
 * names.
 */
export async function requireLibrary({ engine }: ToolContext<Services>, name: string): Promise<void> {
  const projects = await engine.projects.list()
  if (!projects.some(({ id, collection }) => id === name || collection === name)) return
  throw new Failure('unsupported', 'NOT_A_LIBRARY', `"${name}" belongs to a project.`, {
    hint: 'Call ingest_from_source again, which skips unchanged files; for Zotero use `quire zotero sync`.',
  })
}

export function nothingFrom(source: string): Failure {
  return new Failure('not_found', 'NOTHING_TO_REFRESH', `No library has documents from '${source}'.`, {
    hint: 'Pass the library to update, or ingest the source first. list_documents shows all sources.',
  })
}
