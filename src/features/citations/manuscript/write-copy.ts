import { randomUUID } from 'node:crypto'
import { link, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { ToolContext } from '../../../core/contract/define-tool.ts'
import { Failure } from '../../../core/model/failure.ts'
import { holdsCredentials, refusedCredentials } from '../../../core/text/excluded-files.ts'
import type { Services } from '../services.ts'

/** The annotated copy of a manuscript that `verify_manuscript` writes beside the user's files. */
export type CopyKind = 'docx' | 'html'

/** Returns which kind of copy a file name asks for. Throws when the manuscript cannot become one. */
export function copyKindOf(path: string, format: string): CopyKind {
  const extension = /\.([a-z]+)$/i.exec(path)?.[1]?.toLowerCase() ?? ''
  if (extension === 'html' || extension === 'htm') return 'html'
  if (extension === 'docx' && format === 'docx') return 'docx'
  const possible = format === 'docx' ? '.docx or .html' : '.html'
  throw new Failure('invalid', 'VALIDATION_ERROR', `annotate: '${path}' must end with ${possible}.`, {
    hint: 'Word manuscripts get comments in a DOCX; all others become an annotated HTML page.',
    details: { field: 'annotate' },
  })
}

type Place = { path: string; overwrite: boolean; source: string }

/** Checks, before the work begins, that the copy may be written there. Returns its absolute path. */
export async function planCopy(
  { files, rootsFor, caller }: ToolContext<Services>,
  { path, overwrite, source }: Place,
): Promise<string> {
  const folder = await files.resolve(dirname(path), rootsFor(caller)).catch((error: unknown) => {
    if (!(error instanceof Failure) || error.kind !== 'not_found') throw error
    throw new Failure('not_found', 'VALIDATION_ERROR', `annotate: the folder of '${path}' does not exist.`, {
      hint: 'Create the folder first.',
      details: { field: 'annotate' },
    })
  })
  const target = join(folder, basename(path))
  if (holdsCredentials(path) || holdsCredentials(target)) throw refusedCredentials(path)
  if (target === source)
    throw new Failure('invalid', 'VALIDATION_ERROR', `annotate: '${path}' is the manuscript itself.`, {
      hint: 'Choose another name for the copy; the manuscript is never changed.',
      details: { field: 'annotate' },
    })
  if (!overwrite && (await files.locate(target)).state !== 'gone') throw exists(path)
  return target
}

/** Writes the copy as a whole or not at all. A link at its place is replaced, never followed. */
export async function writeCopy(
  target: string,
  content: Uint8Array,
  { path, overwrite }: Pick<Place, 'path' | 'overwrite'>,
): Promise<void> {
  const draft = join(dirname(target), `.${randomUUID()}.tmp`)
  try {
    await writeFile(draft, content, { flag: 'wx' })
    if (overwrite) await rename(draft, target)
    else await link(draft, target)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : null
    if (code === 'EEXIST') throw exists(path)
    throw new Failure('unavailable', 'COPY_NOT_WRITTEN', `The copy '${path}' could not be written.`, {
      hint: 'Check that the folder is writable and the disk has room.',
      cause: error,
    })
  } finally {
    await rm(draft, { force: true })
  }
}

function exists(path: string): Failure {
  return new Failure('conflict', 'VALIDATION_ERROR', `annotate: '${path}' exists already.`, {
    hint: 'Choose another name, or set overwrite to replace it.',
    details: { field: 'annotate' },
  })
}
