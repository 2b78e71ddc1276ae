import { useSignal } from '@preact/signals'
import { type CallError, callTool } from '../state/api.ts'
import { texts } from '../texts.ts'
import type { ListedDocument } from './document-table.tsx'
import { ErrorNote } from './error-note.tsx'
import { say } from './toasts.tsx'

/** Corrects the title and the printed page numbers of a document. Corrections stay when it is ingested again. */
export function CorrectionForm({ document, close }: { document: ListedDocument; close(): void }) {
  const title = useSignal(document.title)
  const first = useSignal('')
  const error = useSignal<CallError | null>(null)
  async function run(work: () => Promise<unknown>): Promise<void> {
    try {
      await work()
      say(texts.library.saved)
      close()
    } catch (problem) {
      // SAFETY: `callTool` throws nothing else.
      error.value = problem as CallError
    }
  }
  const { doc_id } = document
  async function save(): Promise<void> {
    if (title.value.trim() !== document.title)
      await callTool('documents/correct_title', { doc_id, title: title.value.trim() })
    if (first.value.trim() !== '')
      await callTool('documents/correct_pages', { doc_id, first: first.value.trim() })
  }
  async function undo(): Promise<void> {
    if (document.corrected.includes('title'))
      await callTool('documents/correct_title', { doc_id, clear: true })
    if (document.corrected.includes('pages'))
      await callTool('documents/correct_pages', { doc_id, clear: true })
  }
  return (
    <form
      class="card"
      onSubmit={event => {
        event.preventDefault()
        void run(save)
      }}
    >
      <div class="row">
        <label class="wide">
          {texts.library.newTitle}
          <input
            type="text"
            required
            value={title.value}
            onInput={event => {
              title.value = event.currentTarget.value
            }}
          />
        </label>
        <label>
          {texts.library.firstPage}
          <input
            type="text"
            size={6}
            value={first.value}
            onInput={event => {
              first.value = event.currentTarget.value
            }}
          />
        </label>
        <button type="submit" class="primary">
          {texts.library.save}
        </button>
        {document.corrected.length === 0 ? null : (
          <button type="button" onClick={() => run(undo)}>
            {texts.library.undo}
          </button>
        )}
        <button type="button" onClick={close}>
          {texts.library.close}
        </button>
      </div>
      <ErrorNote error={error.value} />
    </form>
  )
}
