import type { ToolContext } from '../../../core/contract/define-tool.ts'
import type { DocumentSummary } from '../../../core/model/document.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Filter } from '../../../core/model/filter.ts'
import type { Services } from '../services.ts'

/** More documents than any library has. */
const all = 10_000_000

export function documentsFrom(
  { engine }: ToolContext<Services>,
  library: string,
  filter: Filter,
): Promise<DocumentSummary[]> {
  return engine.catalog.findDocuments(library, filter, all)
}

/** The library that was named, else those that hold something from there. */
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

/** One that does not exist yet is a library too. Projects know how their documents are cited: not ours to replace. */
export async function requireLibrary({ engine }: ToolContext<Services>, name: string): Promise<void> {
  const projects = await engine.projects.list()
  if (!projects.some(({ id, collection }) => id === name || collection === name)) return
  throw new Failure('unsupported', 'NOT_A_LIBRARY', `"${name}" belongs to a project.`, {
    hint: 'Call ingest_from_source again, which skips what has not changed; for Zotero, `quire zotero sync`.',
  })
}

export function nothingFrom(source: string): Failure {
  return new Failure('not_found', 'NOTHING_TO_REFRESH', `No library holds anything from '${source}'.`, {
    hint: 'Name the library to bring level with it, or ingest it first. list_documents shows the sources there are.',
  })
}
