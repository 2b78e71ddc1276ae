import { basename, dirname, join, sep } from 'node:path'
import type { ToolContext } from '../../../core/contract/define-tool.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Filter } from '../../../core/model/filter.ts'
import type { Services } from '../services.ts'
import { documentsFrom, librariesWith, nothingFrom } from './find-documents.ts'
import type { RefreshPlan, RefreshTarget } from './types.ts'

type Asked = { source: string; library: string | null; recursive: boolean }

/** A folder or file, there or not. */
export async function planPath(context: ToolContext<Services>, asked: Asked): Promise<RefreshPlan> {
  const { files, rootsFor, caller } = context
  const found = await files.resolve(asked.source, rootsFor(caller)).catch((error: unknown) => {
    if (error instanceof Failure && error.code === 'SOURCE_NOT_FOUND') return error
    throw error
  })
  if (found instanceof Failure) return planMissing(context, asked, found)
  return (await files.isFolder(found)) ? planFolder(context, asked, found) : planFile(context, asked, found)
}

async function planFolder(
  context: ToolContext<Services>,
  { library, recursive }: Asked,
  folder: string,
): Promise<RefreshPlan> {
  const libraries = await librariesWith(context, library, [below(folder)])
  if (libraries.length === 0) throw nothingFrom(folder)
  const targets = libraries.map(name => ({ kind: 'folder' as const, library: name, folder, recursive }))
  return { kind: 'folder', targets, warnings: [] }
}

async function planFile(
  context: ToolContext<Services>,
  { library }: Asked,
  path: string,
): Promise<RefreshPlan> {
  const libraries = await librariesWith(context, library, [at(path)])
  if (libraries.length === 0) throw nothingFrom(path)
  const targets: RefreshTarget[] = []
  for (const name of libraries) {
    const [document = null] = await documentsFrom(context, name, at(path))
    targets.push({ kind: 'file', library: name, path, document })
  }
  return { kind: 'file', targets, warnings: [] }
}

/** What is not there may be what is to be taken out of the library. */
async function planMissing(
  context: ToolContext<Services>,
  asked: Asked,
  failure: Failure,
): Promise<RefreshPlan> {
  const path = await wouldBe(asked.source, context)
  const libraries = await librariesWith(context, asked.library, [at(path), below(path)])
  const targets: RefreshTarget[] = []
  for (const library of libraries) {
    const [document] = await documentsFrom(context, library, at(path))
    const documents = await documentsFrom(context, library, below(path))
    if (document !== undefined) targets.push({ kind: 'file', library, path, document })
    if (documents.length > 0) targets.push({ kind: 'absent', library, folder: path, documents })
  }
  if (targets.length === 0) throw failure
  return { kind: targets.some(({ kind }) => kind === 'absent') ? 'folder' : 'file', targets, warnings: [] }
}

/** The real path something would have: that of the nearest folder above that is there, and the rest as it is. */
async function wouldBe(path: string, { files, rootsFor, caller }: ToolContext<Services>): Promise<string> {
  const rest: string[] = []
  for (let current = path; ; current = dirname(current)) {
    const real = await files.resolve(current, rootsFor(caller)).catch(() => null)
    if (real !== null) return join(real, ...rest)
    if (dirname(current) === current) return path
    rest.unshift(basename(current))
  }
}

function at(path: string): Filter {
  return [{ field: 'source', op: 'equals', value: path }]
}

function below(folder: string): Filter {
  return [{ field: 'source', op: 'starts_with', value: folder.endsWith(sep) ? folder : `${folder}${sep}` }]
}
