import { signal } from '@preact/signals'
import { say } from '../parts/toasts.tsx'
import { texts } from '../texts.ts'
import { CallError, callTool } from './api.ts'
import { loadCatalog } from './catalog.ts'

/** How long a deletion can be undone. */
const undoMs = 8_000

/** Documents that will be deleted unless the person undoes it. */
export const leaving = signal<ReadonlySet<string>>(new Set())
/** Counts finished deletions, so that lists load again. */
export const deletions = signal(0)

let timer: ReturnType<typeof setTimeout> | undefined

/** Deletes documents after a moment in which it can be undone. Leaving the page does not undo it. */
export function deleteSoon(ids: Iterable<string>): void {
  leaving.value = new Set([...leaving.value, ...ids])
  clearTimeout(timer)
  timer = setTimeout(() => void deleteNow(), undoMs)
  say(texts.library.deleting(leaving.value.size), {
    ms: undoMs,
    action: { label: texts.library.undoDelete, run: undoDeletion },
  })
}

function undoDeletion(): void {
  clearTimeout(timer)
  leaving.value = new Set()
  say(texts.library.notDeleted)
}

async function deleteNow(): Promise<void> {
  const ids = [...leaving.value]
  let problem: CallError | null = null
  for (const doc_id of ids)
    await callTool('documents/delete_document', { doc_id }).catch((error: unknown) => {
      problem = error instanceof CallError ? error : new CallError(String(error))
    })
  leaving.value = new Set([...leaving.value].filter(id => !ids.includes(id)))
  deletions.value += 1
  await loadCatalog()
  // SAFETY: TypeScript does not see that the callback sets it.
  const failed = problem as CallError | null
  if (failed !== null) say(failed.message)
}

window.addEventListener('pagehide', () => {
  clearTimeout(timer)
  for (const doc_id of leaving.value)
    void fetch('/api/v1/documents/delete_document', {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ doc_id }),
      keepalive: true,
    })
})
