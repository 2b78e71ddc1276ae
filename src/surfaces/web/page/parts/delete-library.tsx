import { useSignal } from '@preact/signals'
import { useAction } from '../state/action.ts'
import { callTool } from '../state/api.ts'
import { loadCatalog } from '../state/catalog.ts'
import { go } from '../state/router.ts'
import { texts } from '../texts.ts'
import { ErrorNote } from './error-note.tsx'
import { TextField } from './text-field.tsx'
import { say } from './toasts.tsx'

/** Deletes a whole library, which cannot be undone: its name must be typed. */
export function DeleteLibrary({ library }: { library: string }) {
  const typed = useSignal('')
  const { error, run } = useAction()
  const remove = () =>
    run(async () => {
      await callTool('documents/delete_library', { library, confirm: typed.value })
      await loadCatalog()
      say(texts.library.libraryDeleted(library))
      go('/library')
    })
  return (
    <details class="danger">
      <summary>{texts.library.deleteLibrary}</summary>
      <form
        class="row"
        onSubmit={event => {
          event.preventDefault()
          void remove()
        }}
      >
        <TextField label={texts.library.typeName(library)} value={typed} autocomplete="off" />
        <button type="submit" disabled={typed.value !== library}>
          {texts.library.deleteForGood}
        </button>
      </form>
      <ErrorNote error={error.value} />
    </details>
  )
}
