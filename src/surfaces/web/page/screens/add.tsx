import { useSignal } from '@preact/signals'
import { ErrorNote } from '../parts/error-note.tsx'
import { JobList } from '../parts/job-list.tsx'
import { say } from '../parts/toasts.tsx'
import { UploadRow } from '../parts/upload-row.tsx'
import { type CallError, callTool } from '../state/api.ts'
import { libraries, loadCatalog, offers } from '../state/catalog.ts'
import { addFiles, filesOf, uploads, uploadsDone } from '../state/uploads.ts'
import { texts } from '../texts.ts'

/** Adds files, folders, web addresses and text to a library. */
export function AddScreen() {
  const library = useSignal('default')
  const isOver = useSignal(false)
  const add = (files: readonly File[]) => addFiles(files, library.value.trim() || 'default')
  return (
    <div class="add-screen">
      <h1>{texts.add.title}</h1>
      <label>
        {texts.add.library}{' '}
        <input
          list="libraries"
          value={library.value}
          onInput={event => {
            library.value = event.currentTarget.value
          }}
        />
      </label>
      <datalist id="libraries">
        {libraries.value.map(({ library: name }) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping has the two buttons inside as its other way. */}
      <div
        class={isOver.value ? 'drop over' : 'drop'}
        onDragOver={event => {
          event.preventDefault()
          isOver.value = true
        }}
        onDragLeave={() => {
          isOver.value = false
        }}
        onDrop={async event => {
          event.preventDefault()
          isOver.value = false
          if (event.dataTransfer !== null) add(await filesOf(event.dataTransfer.items))
        }}
      >
        <p>{texts.add.drop}</p>
        <p class="actions">
          <FileButton name={texts.add.choose} isFolder={false} add={add} />
          <FileButton name={texts.add.chooseFolder} isFolder={true} add={add} />
        </p>
        <p class="quiet">{texts.add.formats}</p>
      </div>
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

type FileButtonProps = { name: string; isFolder: boolean; add(files: readonly File[]): void }

function FileButton({ name, isFolder, add }: FileButtonProps) {
  return (
    <label class="button">
      {name}
      <input
        class="visually-hidden"
        type="file"
        multiple
        {...(isFolder ? { webkitdirectory: true } : {})}
        onChange={event => {
          add([...(event.currentTarget.files ?? [])])
          event.currentTarget.value = ''
        }}
      />
    </label>
  )
}

/** One page, or with the crawler a whole site. */
function AddressForm({ library }: { library: string }) {
  const address = useSignal('')
  const depth = useSignal(3)
  const most = useSignal(200)
  const error = useSignal<CallError | null>(null)
  const isBusy = useSignal(false)
  async function run(work: () => Promise<unknown>): Promise<void> {
    isBusy.value = true
    error.value = null
    try {
      await work()
      say(texts.add.indexed)
      await loadCatalog()
    } catch (problem) {
      // SAFETY: `callTool` throws nothing else.
      error.value = problem as CallError
    }
    isBusy.value = false
  }
  const addOne = () => callTool('documents/ingest_url', { url: address.value, library })
  const crawl = () =>
    callTool('crawl/crawl_deep', { url: address.value, max_depth: depth.value, max_pages: most.value })
  return (
    <form
      class="card"
      onSubmit={event => {
        event.preventDefault()
        void run(addOne)
      }}
    >
      <label>
        {texts.add.address}
        <input
          type="url"
          required
          placeholder={texts.add.addressPlaceholder}
          value={address.value}
          onInput={event => {
            address.value = event.currentTarget.value
          }}
        />
      </label>
      <p class="actions">
        <button type="submit" disabled={isBusy.value} aria-busy={isBusy.value}>
          {texts.add.addAddress}
        </button>
      </p>
      {offers('crawl_deep') ? (
        <div class="row">
          <NumberField name={texts.add.depth} value={depth} most={10} />
          <NumberField name={texts.add.most} value={most} most={100_000} />
          <button type="button" disabled={isBusy.value || address.value === ''} onClick={() => run(crawl)}>
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
  const error = useSignal<CallError | null>(null)
  async function send(event: Event): Promise<void> {
    event.preventDefault()
    error.value = null
    try {
      await callTool('documents/ingest_content', { content: text.value, source: name.value, library })
      say(texts.add.indexed)
      name.value = ''
      text.value = ''
      await loadCatalog()
    } catch (problem) {
      // SAFETY: `callTool` throws nothing else.
      error.value = problem as CallError
    }
  }
  return (
    <form class="card" onSubmit={send}>
      <label>
        {texts.add.textName}
        <input
          type="text"
          required
          value={name.value}
          onInput={event => {
            name.value = event.currentTarget.value
          }}
        />
      </label>
      <label>
        {texts.add.text}
        <textarea
          rows={3}
          required
          placeholder={texts.add.textPlaceholder}
          value={text.value}
          onInput={event => {
            text.value = event.currentTarget.value
          }}
        />
      </label>
      <p class="actions">
        <button type="submit">{texts.add.addText}</button>
      </p>
      <ErrorNote error={error.value} />
    </form>
  )
}
