import { useSignal } from '@preact/signals'
import { useAction } from '../state/action.ts'
import { callLong } from '../state/api.ts'
import { loadCatalog, offers } from '../state/catalog.ts'
import { deletions } from '../state/deletions.ts'
import { streamed } from '../state/event-stream.ts'
import { texts } from '../texts.ts'
import { ActionState } from './action-form.tsx'
import { FileButton } from './drop-zone.tsx'
import { say } from './toasts.tsx'

type Refreshed = {
  status: 'done' | 'running'
  added: number
  changed: number
  moved: number
  removed: number
}

/** What can be done with a whole library: compare it with its sources, take it away as a file, add to it. */
export function LibraryActions({ library }: { library: string }) {
  const action = useAction()
  const refresh = () =>
    action.run(async report => {
      const input = { source: library, library }
      const found = await callLong<Refreshed>('documents/refresh_source', input, { report })
      const { status, added, changed, moved, removed } = found
      deletions.value += 1
      await loadCatalog()
      say(
        status === 'running'
          ? texts.library.refreshRunning
          : texts.library.refreshed(added + changed + moved, removed),
      )
    })
  return (
    <>
      <p class="actions">
        <a class="button" href={`/add?library=${encodeURIComponent(library)}`}>
          {texts.search.emptyAction}
        </a>
        {offers('refresh_source') ? (
          <button
            type="button"
            disabled={action.isBusy.value}
            aria-busy={action.isBusy.value}
            onClick={() => void refresh()}
          >
            {texts.library.refresh}
          </button>
        ) : null}
        <a
          class="button"
          href={`/api/v1/documents/libraries/${encodeURIComponent(library)}/file`}
          download={`${library}.quire.gz`}
        >
          {texts.library.export}
        </a>
      </p>
      <ActionState action={action} waiting={texts.library.refreshing} />
    </>
  )
}

type Imported = { library: string; imported: number; skipped: number }

/** Adds a library from its file. */
export function ImportLibrary() {
  const action = useAction()
  const megabytes = useSignal(0)
  const send = ([file]: readonly File[]) =>
    action.run(async report => {
      if (file === undefined) return
      megabytes.value = file.size / 1e6
      const form = new FormData()
      form.set('file', file, file.name)
      const init = { method: 'POST', body: form }
      const stored = await streamed<Imported>('/api/v1/documents/libraries', init, report)
      const { library, imported, skipped } = stored
      say(texts.library.imported(library, imported, skipped), { ms: 10_000 })
      await loadCatalog()
    })
  return (
    <section class="import">
      <p class="actions">
        <FileButton name={texts.library.import} add={files => void send(files)} />
        <span class="quiet">{texts.library.importWhy}</span>
      </p>
      <ActionState action={action} waiting={texts.library.importing(megabytes.value)} />
    </section>
  )
}
