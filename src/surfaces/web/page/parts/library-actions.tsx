import { useAction } from '../state/action.ts'
import { callTool, request } from '../state/api.ts'
import { loadCatalog, offers } from '../state/catalog.ts'
import { deletions } from '../state/deletions.ts'
import { texts } from '../texts.ts'
import { FileButton } from './drop-zone.tsx'
import { ErrorNote } from './error-note.tsx'
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
  const { error, isBusy, run } = useAction()
  const refresh = () =>
    run(async () => {
      const found = await callTool<Refreshed>('documents/refresh_source', { source: library, library })
      const { status, added, changed, moved, removed } = found
      say(
        status === 'running'
          ? texts.library.refreshRunning
          : texts.library.refreshed(added + changed + moved, removed),
      )
      deletions.value += 1
      await loadCatalog()
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
            disabled={isBusy.value}
            aria-busy={isBusy.value}
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
      <ErrorNote error={error.value} />
    </>
  )
}

type Imported = { library: string; imported: number; skipped: number }

/** Adds a library from its file. */
export function ImportLibrary() {
  const { error, isBusy, run } = useAction()
  const send = ([file]: readonly File[]) =>
    run(async () => {
      if (file === undefined) return
      say(texts.library.importing(file.size / 1e6), { ms: 60_000 })
      const form = new FormData()
      form.set('file', file, file.name)
      const init = { method: 'POST', body: form, headers: { Accept: 'application/json' } }
      const { library, imported, skipped } = await request<Imported>('/api/v1/documents/libraries', init)
      say(texts.library.imported(library, imported, skipped), { ms: 10_000 })
      await loadCatalog()
    })
  return (
    <section class="import">
      <p class="actions">
        <FileButton name={texts.library.import} add={files => void send(files)} />
        <span class="quiet">{isBusy.value ? null : texts.library.importWhy}</span>
      </p>
      <ErrorNote error={error.value} />
    </section>
  )
}
