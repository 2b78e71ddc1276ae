import { signal } from '@preact/signals'
import { say } from '../parts/toasts.tsx'
import { texts } from '../texts.ts'
import { callTool } from './api.ts'
import { loadCatalog } from './catalog.ts'
import { asCallError, type CallError } from './send-request.ts'

/** How long the button that undoes a deletion is shown. After that, the trash has the documents for a day. */
const undoMs = 10_000

/** Documents that are being deleted. */
export const leaving = signal<ReadonlySet<string>>(new Set())
/** Counts finished deletions and restorations, so that lists load again. */
export const deletions = signal(0)

/** Moves documents to the trash, and offers to put them back. */
export async function deleteDocuments(ids: readonly string[]): Promise<void> {
  leaving.value = new Set(ids)
  const problem = await callEach('documents/delete_document', ids)
  leaving.value = new Set()
  await changed()
  if (problem !== null) say(problem.message)
  else
    say(texts.library.inTrash(ids.length), {
      ms: undoMs,
      action: { label: texts.library.undoDelete, run: () => void restoreDocuments(ids) },
    })
}

export async function restoreDocuments(ids: readonly string[]): Promise<void> {
  const problem = await callEach('documents/restore_document', ids)
  await changed()
  say(problem?.message ?? texts.library.restored(ids.length))
}

async function changed(): Promise<void> {
  deletions.value += 1
  await loadCatalog()
}

/** Calls a tool for each document and returns the last error. */
async function callEach(tool: string, ids: readonly string[]): Promise<CallError | null> {
  let problem: CallError | null = null
  for (const doc_id of ids) {
    try {
      await callTool(tool, { doc_id })
    } catch (error) {
      problem = asCallError(error)
    }
  }
  return problem
}
