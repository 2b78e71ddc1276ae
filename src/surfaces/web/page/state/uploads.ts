import { computed, signal } from '@preact/signals'
import { loadCatalog } from './catalog.ts'
import { type Progress, streamed } from './event-stream.ts'
import { asCallError, type CallError } from './send-request.ts'
import { stageTimer } from './stage-timer.ts'

export type UploadState =
  | { kind: 'waiting' }
  | { kind: 'sending'; progress: Progress | null; timeLeft: number | null }
  | {
      kind: 'done'
      status: 'indexed' | 'replaced' | 'skipped' | 'running'
      documentId: string | null
      chunks: number
      warnings: string[]
    }
  | { kind: 'failed'; error: CallError }
  | { kind: 'cancelled' }

/** A file that a person added. It stays in the list with its outcome until the page is closed. */
export type QueuedUpload = {
  id: number
  file: File
  library: string
  password: string
  languages: string
  state: UploadState
}

type Ingested = {
  status: 'indexed' | 'replaced' | 'skipped' | 'running'
  doc_id: string | null
  chunk_count: number
  warnings: string[]
}

/** Files that are sent at the same time. The server converts in parallel too, but embeds one after the other. */
const atOnce = 2

export const uploads = signal<readonly QueuedUpload[]>([])
export const uploadsDone = computed(
  () => uploads.value.filter(({ state }) => state.kind !== 'waiting' && state.kind !== 'sending').length,
)

let nextId = 1
const running = new Map<number, AbortController>()

export function addFiles(files: readonly File[], given: { library: string; languages: string }): void {
  const added = files.map(
    (file): QueuedUpload => ({
      ...{ id: nextId++, file, password: '', ...given },
      state: { kind: 'waiting' },
    }),
  )
  uploads.value = [...uploads.value, ...added]
  sendNext()
}

export function cancelUpload(id: number): void {
  running.get(id)?.abort()
  change(id, { state: { kind: 'cancelled' } })
}

/** Sends a file again, for example with its password. */
export function retryUpload(id: number, given: { password?: string; languages?: string } = {}): void {
  change(id, { ...given, state: { kind: 'waiting' } })
  sendNext()
}

function change(id: number, values: Partial<QueuedUpload>): void {
  uploads.value = uploads.value.map(upload => (upload.id === id ? { ...upload, ...values } : upload))
}

function sendNext(): void {
  while (running.size < atOnce) {
    const next = uploads.value.find(({ state }) => state.kind === 'waiting')
    if (next === undefined) return
    void send(next)
  }
}

async function send({ id, file, library, password, languages }: QueuedUpload): Promise<void> {
  const controller = new AbortController()
  running.set(id, controller)
  change(id, { state: { kind: 'sending', progress: null, timeLeft: null } })
  const form = new FormData()
  form.set('library', library)
  if (password !== '') form.set('password', password)
  if (languages !== '') form.set('ocr_languages', languages)
  form.set('file', file, pathOf(file))
  try {
    const request = { method: 'POST', body: form, signal: controller.signal }
    const timer = stageTimer()
    const report = (progress: Progress) =>
      change(id, { state: { kind: 'sending', progress, timeLeft: timer(progress, performance.now()) } })
    const { status, doc_id, chunk_count, warnings } = await streamed<Ingested>('/upload', request, report)
    change(id, {
      // A password is not needed any more.
      password: '',
      state: { kind: 'done', status, documentId: doc_id, chunks: chunk_count, warnings },
    })
  } catch (error) {
    if (!controller.signal.aborted) change(id, { state: { kind: 'failed', error: asCallError(error) } })
  }
  running.delete(id)
  sendNext()
  if (running.size === 0) void loadCatalog()
}

/** The paths of files that were dropped as part of a folder. Browsers give a path only to files that were chosen. */
const droppedPaths = new WeakMap<File, string>()

/** The name with its folders, for files that were added as a folder: names are unique only there. */
export function pathOf(file: File): string {
  return file.webkitRelativePath || (droppedPaths.get(file) ?? file.name)
}

/** The files of what was dropped, those of folders included. */
export async function filesOf(items: DataTransferItemList): Promise<File[]> {
  const entries = [...items].flatMap(item => item.webkitGetAsEntry() ?? [])
  return (await Promise.all(entries.map(filesBelow))).flat()
}

async function filesBelow(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    const { promise, resolve, reject } = Promise.withResolvers<File>()
    // SAFETY: `isFile` says that it is one.
    ;(entry as FileSystemFileEntry).file(resolve, reject)
    const file = await promise
    droppedPaths.set(file, entry.fullPath.replace(/^\//, ''))
    return [file]
  }
  // SAFETY: an entry is a file or a folder.
  const reader = (entry as FileSystemDirectoryEntry).createReader()
  const files: File[] = []
  for (;;) {
    const { promise, resolve, reject } = Promise.withResolvers<FileSystemEntry[]>()
    reader.readEntries(resolve, reject)
    const some = await promise
    if (some.length === 0) return files
    files.push(...(await Promise.all(some.map(filesBelow))).flat())
  }
}
