import { useSignal } from '@preact/signals'
import { DropZone, FileButton } from '../parts/drop-zone.tsx'
import { ErrorNote } from '../parts/error-note.tsx'
import { JobList } from '../parts/job-list.tsx'
import { TextArea, TextField } from '../parts/text-field.tsx'
import { say } from '../parts/toasts.tsx'
import { UploadRow } from '../parts/upload-row.tsx'
import { useAction } from '../state/action.ts'
import { callTool } from '../state/api.ts'
import { libraries, loadCatalog, offers } from '../state/catalog.ts'
import { addFiles, uploads, uploadsDone } from '../state/uploads.ts'
import { texts } from '../texts.ts'

/** Adds files, folders, web addresses and text to a library. */
export function AddScreen() {
  const library = useSignal('default')
  const add = (files: readonly File[]) => addFiles(files, library.value.trim() || 'default')
  return (
    <div class="add-screen">
      <h1>{texts.add.title}</h1>
      <TextField label={`${texts.add.library} `} value={library} list="libraries" />
      <datalist id="libraries">
        {libraries.value.map(({ library: name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <DropZone add={add}>
        <p>{texts.add.drop}</p>
        <p class="actions">
          <FileButton name={texts.add.choose} add={add} />
          <FileButton name={texts.add.chooseFolder} isFolder add={add} />
        </p>
        <p class="quiet">{texts.add.formats}</p>
      </DropZone>
      {uploads.value.length === 0 ? null : (
        <section aria-live="polite">
          <p role="status">{texts.add.summary(uploadsDone.value, uploads.value.length)}</p>
          <ul class="uploads">
            {uploads.value.map(upload => (
              <UploadRow key={upload.id} upload={upload} />
            ))}
          </ul>
        </section>
      )}
      <div class="columns">
        <AddressForm library={library.value} />
        <TextForm library={library.value} />
      </div>
      {offers('list_jobs') ? <JobList /> : null}
    </div>
  )
}

/** One page, or with the crawler a whole site. */
function AddressForm({ library }: { library: string }) {
  const address = useSignal('')
  const depth = useSignal(3)
  const most = useSignal(200)
  const { error, isBusy, run } = useAction()
  const add = (work: () => Promise<unknown>) =>
    run(async () => {
      await work()
      say(texts.add.indexed)
      await loadCatalog()
    })
  const addOne = () => callTool('documents/ingest_url', { url: address.value, library })
  const crawl = () =>
    callTool('crawl/crawl_deep', { url: address.value, max_depth: depth.value, max_pages: most.value })
  return (
    <form
      class="card"
      onSubmit={event => {
        event.preventDefault()
        void add(addOne)
      }}
    >
      <TextField
        label={texts.add.address}
        value={address}
        type="url"
        required
        placeholder={texts.add.addressPlaceholder}
      />
      <p class="actions">
        <button type="submit" disabled={isBusy.value} aria-busy={isBusy.value}>
          {texts.add.addAddress}
        </button>
      </p>
      {offers('crawl_deep') ? (
        <div class="row">
          <NumberField name={texts.add.depth} value={depth} most={10} />
          <NumberField name={texts.add.most} value={most} most={100_000} />
          <button
            type="button"
            disabled={isBusy.value || address.value === ''}
            onClick={() => void add(crawl)}
          >
            {texts.add.crawl}
          </button>
        </div>
      ) : null}
      <ErrorNote error={error.value} />
    </form>
  )
}

function NumberField({ name, value, most }: { name: string; value: { value: number }; most: number }) {
  return (
    <label>
      {name}
      <input
        type="number"
        min={1}
        max={most}
        value={value.value}
        onInput={event => {
          value.value = event.currentTarget.valueAsNumber
        }}
      />
    </label>
  )
}

function TextForm({ library }: { library: string }) {
  const name = useSignal('')
  const text = useSignal('')
  const { error, isBusy, run } = useAction()
  const send = () =>
    run(async () => {
      await callTool('documents/ingest_content', { content: text.value, source: name.value, library })
      say(texts.add.indexed)
      name.value = ''
      text.value = ''
      await loadCatalog()
    })
  return (
    <form
      class="card"
      onSubmit={event => {
        event.preventDefault()
        void send()
      }}
    >
      <TextField label={texts.add.textName} value={name} required />
      <TextArea label={texts.add.text} value={text} rows={3} placeholder={texts.add.textPlaceholder} />
      <p class="actions">
        <button type="submit" disabled={isBusy.value}>
          {texts.add.addText}
        </button>
      </p>
      <ErrorNote error={error.value} />
    </form>
  )
}
