import { cp, readdir } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Failure } from '../../core/model/failure.ts'
import type { ReportProgress } from '../../core/model/progress.ts'
import type { ModelShelf, ShelvedModel } from '../../core/ports/model-shelf.ts'
import { chooseFiles } from './hub/choose-files.ts'
import { isModelId } from './hub/hub-client.ts'

/** Copies a model from a folder with the layout of the hub to the shelf, for machines without a network. */
export async function importFolder(
  { folder, name, file }: { folder: string; name: string | null; file: string | null },
  { shelf }: { shelf: ModelShelf },
  { signal, progress }: { signal: AbortSignal; progress: ReportProgress },
): Promise<ShelvedModel> {
  const known = name ?? basename(folder)
  if (!isModelId(known))
    throw new Failure('invalid', 'INVALID_INPUT', `"${known}" cannot name a model.`, {
      hint: 'Name it with --name: letters, digits and . _ -, or organisation/name.',
    })
  const listed = await readdir(folder, { recursive: true })
  const files = listed.map(path => ({ path: path.replaceAll('\\', '/'), size: 0, gitHash: '' }))
  const { descriptions, weights } = chooseFiles(known, files, file)
  const staged = await shelf.stage({ name: known, revision: null })
  try {
    for (const { path } of [...descriptions, ...weights])
      await cp(join(folder, path), join(staged.path, path), { dereference: true })
    progress({ done: 0, total: null, message: 'Trying the model' })
    return await staged.shelve(signal)
  } finally {
    await staged.discard()
    await staged.release()
  }
}
