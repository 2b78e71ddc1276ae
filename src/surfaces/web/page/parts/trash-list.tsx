import { offers } from '../state/catalog.ts'
import { deletions, restoreDocuments } from '../state/deletions.ts'
import { useTool } from '../state/load.ts'
import { texts } from '../texts.ts'
import { ErrorNote } from './error-note.tsx'

type Trash = { documents: { doc_id: string; title: string; source: string; restorable_until: string }[] }

/** What was deleted from a library in the last day; nothing when there is none. */
export function TrashList({ library }: { library: string }) {
  const input = offers('list_trash') ? { library } : null
  const trash = useTool<Trash>('documents/list_trash', input, { again: deletions.value })
  const documents = trash.value.value?.documents ?? []
  if (documents.length === 0) return <ErrorNote error={trash.error.value} />
  return (
    <section class="trash">
      <h2>{texts.library.trash}</h2>
      <p class="quiet">{texts.library.trashWhy}</p>
      <ul>
        {documents.map(({ doc_id, title, source, restorable_until }) => (
          <li key={doc_id}>
            <span title={source}>{title}</span>
            <span class="quiet">{texts.library.until(new Date(restorable_until))}</span>
            {offers('restore_document') ? (
              <button type="button" onClick={() => void restoreDocuments([doc_id])}>
                {texts.library.restore}
              </button>
            ) : null}
          </li>
        ))}
      </ul>
    </section>
  )
}
