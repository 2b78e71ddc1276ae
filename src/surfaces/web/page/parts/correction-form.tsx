import { useSignal } from '@preact/signals'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useAction } from '../state/action.ts'
import { callTool } from '../state/api.ts'
import { offers } from '../state/catalog.ts'
import { texts } from '../texts.ts'
import type { ListedDocument } from './document-table.tsx'
import { ErrorNote } from './error-note.tsx'
import { TextArea, TextField } from './text-field.tsx'
import { say } from './toasts.tsx'

const headingId = 'correction'

/** Corrects the title and the printed page numbers of a document. Corrections stay when it is ingested again. */
export function CorrectionForm({ document, close }: { document: ListedDocument; close(): void }) {
  const title = useSignal(document.title)
  const first = useSignal('')
  const reference = useSignal('')
  const { error, run } = useAction()
  const finish = (work: () => Promise<void>) =>
    run(async () => {
      await work()
      say(texts.library.saved)
      dialog.current?.close()
    })
  const { doc_id } = document
  async function save(): Promise<void> {
    if (title.value.trim() !== document.title)
      await callTool('documents/correct_title', { doc_id, title: title.value.trim() })
    if (first.value.trim() !== '')
      await callTool('documents/correct_pages', { doc_id, first: first.value.trim() })
    if (reference.value.trim() !== '')
      await callTool('citations/match_references', { doc_id, references: reference.value })
  }
  async function undo(): Promise<void> {
    if (document.corrected.includes('title'))
      await callTool('documents/correct_title', { doc_id, clear: true })
    if (document.corrected.includes('pages'))
      await callTool('documents/correct_pages', { doc_id, clear: true })
    if (document.corrected.includes('reference'))
      await callTool('citations/match_references', { doc_id, clear: true })
  }
  // A dialog, because the row may be far below the head of the table. Closing it returns the focus to its button.
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => dialog.current?.showModal(), [])
  return (
    <dialog ref={dialog} class="card" aria-labelledby={headingId} onClose={close}>
      <form
        onSubmit={event => {
          event.preventDefault()
          void finish(save)
        }}
      >
        <h2 id={headingId}>{texts.library.correcting(document.title)}</h2>
        <div class="row">
          <TextField label={texts.library.newTitle} value={title} isWide required />
          {document.file_type === 'pdf' ? (
            <TextField label={texts.library.firstPage} value={first} size={6} />
          ) : null}
        </div>
        {offers('match_references') ? (
          <TextArea
            label={texts.library.reference}
            value={reference}
            rows={2}
            isOptional
            placeholder={texts.library.referencePlaceholder}
          />
        ) : null}
        <div class="actions">
          <button type="submit" class="primary">
            {texts.library.save}
          </button>
          {document.corrected.length === 0 ? null : (
            <button type="button" onClick={() => void finish(undo)}>
              {texts.library.undo}
            </button>
          )}
          <button type="button" onClick={() => dialog.current?.close()}>
            {texts.library.close}
          </button>
        </div>
        <ErrorNote error={error.value} />
      </form>
    </dialog>
  )
}
