import { dirname } from 'node:path'
import type { Project } from '../../core/catalog/projects.ts'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { referenceIndex } from './cite/match-reference.ts'
import type { ReferenceFile } from './references/reference-reader.ts'
import type { Services } from './services.ts'

const mostRefusals = 20

/** Loads the references file of the project. A file named by a project file must still be inside its folder. */
export async function loadProjectReferences(
  context: ToolContext<Services>,
  { references, declaredIn }: Pick<Project, 'references' | 'declaredIn'>,
) {
  const { files, caller, rootsFor } = context
  if (references === null || typeof declaredIn !== 'string') return loadReferences(context, references)
  await files.resolve(references, rootsFor(caller))
  return loadReferences({ ...context, rootsFor: () => [dirname(declaredIn)] }, references)
}

/** Loads and indexes a references file. Skipped entries are reported as warnings. */
export async function loadReferences(
  { files, references, caller, rootsFor, signal }: ToolContext<Services>,
  path: string | null,
) {
  if (path === null) return { index: referenceIndex([]), warnings: [] }
  const file = await references.read(await files.read(path, rootsFor(caller), signal), signal)
  return { index: referenceIndex(file.references), warnings: [...file.warnings, ...refusals(file, path)] }
}

function refusals({ refused }: ReferenceFile, path: string): string[] {
  const shown = refused.slice(0, mostRefusals).map(({ line, entry, reason }) => {
    const where = line === null ? '' : ` line ${line}`
    return `${path}${where}: ${entry ?? 'an entry'} was skipped: ${reason}`
  })
  const more = refused.length - shown.length
  return more > 0 ? [...shown, `${path}: ${more} more entries were skipped.`] : shown
}
