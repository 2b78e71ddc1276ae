import { useSignal } from '@preact/signals'
import { addressOf } from '../state/router.ts'
import { cancelUpload, type QueuedUpload, retryUpload } from '../state/uploads.ts'
import { texts } from '../texts.ts'
import { Warnings } from './error-note.tsx'

/** A file with its progress or outcome, and what can be done about an error. */
export function UploadRow({ upload }: { upload: QueuedUpload }) {
  const { id, file, state } = upload
  return (
    <li class={`upload ${state.kind}`}>
      <span class="upload-name">{file.webkitRelativePath || file.name}</span>
      <span class="upload-state">{stateText(upload)}</span>
      {state.kind === 'sending' ? <ProgressBar upload={upload} /> : null}
      <span class="actions">
        {state.kind === 'waiting' || state.kind === 'sending' ? (
          <button type="button" onClick={() => cancelUpload(id)}>
            {texts.add.cancel}
          </button>
        ) : null}
        {state.kind === 'cancelled' || state.kind === 'failed' ? (
          <button type="button" onClick={() => retryUpload(id)}>
            {texts.add.retry}
          </button>
        ) : null}
        {state.kind === 'done' && state.documentId !== null ? (
          <a class="button" href={addressOf(`/read/${state.documentId}`)}>
            {texts.add.open}
          </a>
        ) : null}
      </span>
      {state.kind === 'done' ? <Warnings warnings={state.warnings} /> : null}
      {state.kind === 'failed' ? (
        <Mend upload={upload} message={state.error.message} hint={state.error.hint} />
      ) : null}
    </li>
  )
}

function stateText({ state }: QueuedUpload): string {
  if (state.kind === 'sending') return state.progress?.message ?? texts.add.sending
  if (state.kind !== 'done') return texts.add[state.kind]
  return state.chunks === 0
    ? texts.add[state.status]
    : `${texts.add[state.status]}, ${texts.add.passages(state.chunks)}`
}

function ProgressBar({ upload: { file, state } }: { upload: QueuedUpload }) {
  const progress = state.kind === 'sending' ? state.progress : null
  const done = progress === null ? 0 : progress.done + (progress.part ?? 0)
  return progress?.total ? (
    <progress aria-label={file.name} max={progress.total} value={done} />
  ) : (
    <progress aria-label={file.name} />
  )
}

/** The message of an error, and a field for what the file needs: its password, or the languages of a scan. */
function Mend({ upload, message, hint }: { upload: QueuedUpload; message: string; hint: string }) {
  const given = useSignal('')
  const needsPassword = /password|encrypted/i.test(message)
  const needsLanguages = /\bOCR\b|scan|language/i.test(message)
  const read = (event: { currentTarget: HTMLInputElement }) => {
    given.value = event.currentTarget.value
  }
  return (
    <div class="mend" role="alert">
      <p>{message}</p>
      {hint === '' ? null : <p class="quiet">{hint}</p>}
      {needsPassword || needsLanguages ? (
        <form
          class="row"
          onSubmit={event => {
            event.preventDefault()
            retryUpload(upload.id, needsPassword ? { password: given.value } : { languages: given.value })
            given.value = ''
          }}
        >
          {needsPassword ? (
            <label>
              {texts.add.password}
              <input type="password" autocomplete="off" required value={given.value} onInput={read} />
            </label>
          ) : (
            <label>
              {texts.add.languages}
              <input type="text" autocomplete="off" required value={given.value} onInput={read} />
            </label>
          )}
          <button type="submit">{texts.add.unlock}</button>
        </form>
      ) : null}
    </div>
  )
}
