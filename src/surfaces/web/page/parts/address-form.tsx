import { useSignal } from '@preact/signals'
import { useAction } from '../state/action.ts'
import { callLong } from '../state/api.ts'
import { loadCatalog, offers } from '../state/catalog.ts'
import type { Report } from '../state/event-stream.ts'
import { texts } from '../texts.ts'
import { ActionForm } from './action-form.tsx'
import { Warnings } from './error-note.tsx'
import { jobsChanged } from './job-list.tsx'
import { TextField } from './text-field.tsx'
import { say } from './toasts.tsx'

type Crawled = {
  status: 'done' | 'running' | 'preview'
  pages_crawled: number
  would_visit?: string[]
  would_visit_count?: number
  skipped: Record<string, number>
  warnings: string[]
}

const shownAddresses = 30

/** One page, or with the crawler a whole site; first what it would fetch, for those who want to know. */
export function AddressForm({ library }: { library: string }) {
  const address = useSignal('')
  const depth = useSignal(3)
  const most = useSignal(200)
  const preview = useSignal<Crawled | null>(null)
  const action = useAction()
  const waiting = useSignal<string>(texts.add.fetching)
  const site = (isPreview: boolean, report: Report) => {
    const range = { max_depth: depth.value, max_pages: most.value }
    const input = { url: address.value, library, ...range, preview: isPreview }
    waiting.value = texts.add.crawling
    return callLong<Crawled>('crawl/crawl_deep', input, { report })
  }
  const addOne = () =>
    action.run(async report => {
      waiting.value = texts.add.fetching
      await callLong('documents/ingest_url', { url: address.value, library }, { report })
      say(texts.add.indexed)
      await loadCatalog()
    })
  const look = () =>
    action.run(async report => {
      preview.value = null
      preview.value = await site(true, report)
    })
  const crawl = () =>
    action.run(async report => {
      preview.value = null
      // The list of work shows the crawl while this call waits for it.
      setTimeout(jobsChanged, 500)
      const { status, pages_crawled } = await site(false, report)
      say(status === 'running' ? texts.add.running : texts.add.crawled(pages_crawled))
      jobsChanged()
      await loadCatalog()
    })
  const isClosed = action.isBusy.value || address.value === ''
  return (
    <ActionForm
      title={texts.add.webTitle}
      name={texts.add.addAddress}
      send={addOne}
      action={action}
      waiting={waiting.value}
      below={
        <>
          {offers('crawl_deep') ? (
            <>
              <div class="row">
                <NumberField name={texts.add.depth} value={depth} most={10} />
                <NumberField name={texts.add.most} value={most} most={100_000} />
              </div>
              <p class="actions">
                <button type="button" disabled={isClosed} onClick={() => void look()}>
                  {texts.add.preview}
                </button>
                <button type="button" disabled={isClosed} onClick={() => void crawl()}>
                  {texts.add.crawl}
                </button>
              </p>
            </>
          ) : null}
          {preview.value === null ? null : <Preview found={preview.value} />}
        </>
      }
    >
      <TextField
        label={texts.add.address}
        value={address}
        type="url"
        required
        placeholder={texts.add.addressPlaceholder}
      />
    </ActionForm>
  )
}

function Preview({ found }: { found: Crawled }) {
  const addresses = found.would_visit ?? []
  const skipped = Object.entries(found.skipped)
  return (
    <div class="preview" role="status">
      <p>{texts.add.wouldVisit(found.would_visit_count ?? addresses.length)}</p>
      <ul>
        {addresses.slice(0, shownAddresses).map(address => (
          <li key={address}>{address}</li>
        ))}
      </ul>
      {addresses.length <= shownAddresses ? null : (
        <p class="quiet">{texts.add.more(addresses.length - shownAddresses)}</p>
      )}
      {skipped.length === 0 ? null : (
        <p class="quiet">
          {texts.add.wouldSkip}:{' '}
          {skipped.map(([why, count]) => `${why.replaceAll('_', ' ')} ${count}`).join(', ')}
        </p>
      )}
      <Warnings warnings={found.warnings} />
    </div>
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
