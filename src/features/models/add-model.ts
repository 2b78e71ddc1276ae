import { statfs } from 'node:fs/promises'
import { Failure } from '../../core/model/failure.ts'
import type { ReportProgress } from '../../core/model/progress.ts'
import type { ModelShelf, ShelvedModel } from '../../core/ports/model-shelf.ts'
import { chooseFiles } from './hub/choose-files.ts'
import { fetchFile } from './hub/fetch-file.ts'
import type { Hub, HubFile } from './hub/hub-client.ts'

export type AddRequest = {
  /** Id at the hub. */
  model: string
  /** Path of the ONNX file in the model; null chooses one. */
  file: string | null
  /** How long a connection may send nothing before it is given up. */
  stallMs?: number
}

type Context = { signal: AbortSignal; progress: ReportProgress }

/** Fetches a model from the hub to the shelf. An interrupted attempt is continued by the next one. */
export async function addModel(
  { model, file, stallMs = 60_000 }: AddRequest,
  { hub, shelf }: { hub: Hub; shelf: ModelShelf },
  { signal, progress }: Context,
): Promise<ShelvedModel> {
  const { id, commit, files } = await hub.describe(model, signal)
  const { descriptions, weights } = chooseFiles(model, files, file)
  const staged = await shelf.stage({ name: id, revision: commit })
  try {
    const total = sumOf([...descriptions, ...weights])
    await requireSpace(staged.path, sumOf(weights))
    let before = 0
    const fetchAll = async (chosen: readonly HubFile[]) => {
      for (const each of chosen) {
        const start = before
        await fetchFile(each, {
          hub,
          model: id,
          commit,
          folder: staged.path,
          stallMs,
          signal,
          onBytes: bytes =>
            progress({ done: start + bytes, total, message: `Fetching ${each.path} (${megabytes(total)})` }),
        })
        before += each.size
      }
    }
    await fetchAll(descriptions)
    staged.inspect()
    await fetchAll(weights)
    progress({ done: total, total, message: 'Trying the model' })
    return await staged.shelve(signal)
  } catch (error) {
    // Its files are complete and no later attempt could use them.
    if (error instanceof Failure && isHopeless(error)) await staged.discard()
    throw error
  } finally {
    await staged.release()
  }
}

function isHopeless({ code }: Failure): boolean {
  return ['MODEL_UNUSABLE', 'MODEL_INCOMPLETE', 'EMBEDDING_INVALID'].includes(code)
}

async function requireSpace(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder)
  if (bavail * bsize > bytes) return
  throw new Failure('unavailable', 'DISK_FULL', `The model needs ${megabytes(bytes)} of disk space.`, {
    hint: 'Free some space, or choose another home with --home.',
  })
}

function sumOf(files: readonly HubFile[]): number {
  return files.reduce((sum, { size }) => sum + size, 0)
}

export function megabytes(bytes: number): string {
  return bytes < 1_000_000 ? `${Math.ceil(bytes / 1_000)} kB` : `${Math.round(bytes / 1_000_000)} MB`
}
