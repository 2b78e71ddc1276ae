import { isAbsolute, sep } from 'node:path'
import type { ToolContext } from '../../../core/contract/define-tool.ts'
import type { DocumentSummary } from '../../../core/model/document.ts'
import type { Services } from '../services.ts'
import { documentsFrom, nothingFrom, requireLibrary } from './find-documents.ts'
import { planPath } from './plan-path.ts'
import { isWebAddress, planWeb, webTargets } from './plan-web.ts'
import type { RefreshPlan, RefreshTarget } from './types.ts'

type Asked = { source: string; library: string | null; recursive: boolean }

/**
 * What a source stands for: an address, a folder or file, or a library with all it was made of. A bare word is a
 * library where there is one of that name.
 */
export async function planRefresh(context: ToolContext<Services>, asked: Asked): Promise<RefreshPlan> {
  if (asked.library !== null) await requireLibrary(context, asked.library)
  if (isWebAddress(asked.source)) return planWeb(context, asked)
  if (/[/\\]|^[.~]/.test(asked.source)) return planPath(context, asked)
  await requireLibrary(context, asked.source)
  const named = await context.engine.catalog.getCollection(asked.source)
  return named === null ? planPath(context, asked) : planLibrary(context, asked.source)
}

/** Folders that were brought into the library, and every other document of it that has somewhere to come from. */
async function planLibrary(context: ToolContext<Services>, library: string): Promise<RefreshPlan> {
  const { files, folderMemory, rootsFor, caller } = context
  const roots = rootsFor(caller)
  const remembered: Extract<RefreshTarget, { kind: 'folder' }>[] = []
  for (const { folder, recursive } of await folderMemory.list(library)) {
    const isThere = await files.resolve(folder, roots).then(
      real => real === folder,
      () => false,
    )
    if (isThere) remembered.push({ kind: 'folder', library, folder, recursive })
  }
  const isCovered = ({ source }: DocumentSummary) =>
    remembered.some(({ folder, recursive }) => {
      const below = source.startsWith(`${folder}${sep}`) ? source.slice(folder.length + 1) : null
      return below !== null && (recursive || !below.includes(sep))
    })
  const documents = await documentsFrom(context, library, [])
  const ofFiles = documents.filter(isOfFile)
  const ofWeb = documents.filter(({ source }) => isWebAddress(source))
  const others = documents.length - ofFiles.length - ofWeb.length
  const targets: RefreshTarget[] = [
    ...remembered,
    ...ofFiles
      .filter(document => !isCovered(document))
      .map(document => ({ kind: 'file' as const, library, path: document.source, document })),
    ...(await webTargets(context, library, ofWeb)),
  ]
  if (targets.length === 0 && documents.length === 0) throw nothingFrom(library)
  return { kind: 'library', targets, warnings: others === 0 ? [] : [withoutSource(others)] }
}

/** Text that was handed over under the name of a file has no date. */
function isOfFile({ source, lastModified }: DocumentSummary): boolean {
  return isAbsolute(source) && lastModified !== null
}

function withoutSource(count: number): string {
  const documents = count === 1 ? '1 document has' : `${count} documents have`
  return `${documents} no file or address to be read from again, and stay as they are. Zotero: \`quire zotero sync\`.`
}
