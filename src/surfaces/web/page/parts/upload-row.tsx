import { useSignal } from '@preact/signals'
import { addressOf } from '../state/router.ts'
import { cancelUpload, pathOf, type QueuedUpload, retryUpload } from '../state/uploads.ts'
import { texts } from '../texts.ts'
import { Warnings } from './error-note.tsx'
import { TextField } from './text-field.tsx'

/** A file with its progress or outcome, and what can be done about an error. */
export function UploadRow({ upload }: { upload: QueuedUpload }) {
  const { id, file, state } = upload
  return (
    <li class={`upload ${state.kind}`}>
      <span class="upload-name">{pathOf(file)}</span>
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
      {state.kind === 'done' && isScan(upload) ? <NeedForm upload={upload} needs="languages" /> : null}
      {state.kind === 'failed' ? (
        <Mend upload={upload} message={state.error.message} hint={state.error.hint} />
      ) : null}
    </li>
  )
}

function stateText({ file, state }: QueuedUpload): string {
  if (state.kind === 'sending')
    return state.progress === null
      ? texts.add.sending((file.size / 1e6).toFixed(1))
      : texts.add.progress(state.progress, state.timeLeft)
  if (state.kind !== 'done') return texts.add[state.kind]
  return state.chunks === 0
    ? texts.add[state.status]
    : `${texts.add[state.status]}, ${texts.add.passages(state.chunks)}`
}

function ProgressBar({ upload: { file, state } }: { upload: QueuedUpload }) {
  const progress = state.kind === 'sending' ? state.progress : null
  const done = progress === null ? 0 : progress.done + (progress.part ?? 0)
  return <progress aria-label={file.name} max={progress?.total ?? 1} value={done} />
}

/** A picture of text: whether the right words were recognised, only the person can say. */
function isScan({ file, state }: QueuedUpload): boolean {
  const isRecognised = state.kind === 'done' && state.warnings.some(warning => /\bOCR\b/.test(warning))
  return isRecognised || file.type.startsWith('image/')
}

/** The message of an error, and a field for what the file needs. */
function Mend({ upload, message, hint }: { upload: QueuedUpload; message: string; hint: string }) {
  const needsPassword = /password|encrypted/i.test(message)
  const needsLanguages = /\bOCR\b|scan|language/i.test(message)
  return (
    <div class="mend" role="alert">
      <p>{message}</p>
      {hint === '' ? null : <p class="quiet">{hint}</p>}
      {needsPassword ? (
        <NeedForm upload={upload} needs="password" />
      ) : needsLanguages ? (
        <NeedForm upload={upload} needs="languages" />
      ) : null}
    </div>
  )
}

/** Sends a file again with its password, or with the languages of a scan. */
function NeedForm({ upload, needs }: { upload: QueuedUpload; needs: 'password' | 'languages' }) {
  const given = useSignal('')
  return (
    <form
      class="row mend"
      onSubmit={event => {
        event.preventDefault()
        retryUpload(upload.id, { [needs]: given.value })
        given.value = ''
      }}
    >
      {needs === 'languages' ? (
        <TextField label={texts.add.languages} value={given} autocomplete="off" required />
      ) : (
        <label>
          {texts.add.password}
          <input
            type="password"
            autocomplete="off"
            required
            value={given.value}
            onInput={event => {
              given.value = event.currentTarget.value
            }}
          />
        </label>
      )}
      <button type="submit">{needs === 'password' ? texts.add.unlock : texts.add.readAgain}</button>
    </form>
  )
}
