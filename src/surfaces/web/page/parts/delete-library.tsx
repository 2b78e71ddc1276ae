import { useSignal } from '@preact/signals'
import { type CallError, callTool } from '../state/api.ts'
import { loadCatalog } from '../state/catalog.ts'
import { go } from '../state/router.ts'
import { texts } from '../texts.ts'
import { ErrorNote } from './error-note.tsx'
import { say } from './toasts.tsx'

/** Deletes a whole library, which cannot be undone: its name must be typed. */
export function DeleteLibrary({ library }: { library: string }) {
  const typed = useSignal('')
  const error = useSignal<CallError | null>(null)
  async function remove(event: Event): Promise<void> {
    event.preventDefault()
    try {
      await callTool('documents/delete_library', { library, confirm: typed.value })
      await loadCatalog()
      say(texts.library.libraryDeleted(library))
      go('/library')
    } catch (problem) {
      // SAFETY: `callTool` throws nothing else.
      error.value = problem as CallError
    }
  }
  return (
    <details class="danger">
      <summary>{texts.library.deleteLibrary}</summary>
      <form class="row" onSubmit={remove}>
        <label>
          {texts.library.typeName(library)}
          <input
            type="text"
            autocomplete="off"
            value={typed.value}
            onInput={event => {
              typed.value = event.currentTarget.value
            }}
          />
        </label>
        <button type="submit" disabled={typed.value !== library}>
          {texts.library.deleteForGood}
        </button>
      </form>
      <ErrorNote error={error.value} />
    </details>
  )
}
