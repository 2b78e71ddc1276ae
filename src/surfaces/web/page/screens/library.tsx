import { DeleteLibrary } from '../parts/delete-library.tsx'
import { DocumentTable } from '../parts/document-table.tsx'
import { ImportLibrary, LibraryActions } from '../parts/library-actions.tsx'
import { languageName } from '../parts/search-filters.tsx'
import { TrashList } from '../parts/trash-list.tsx'
import { isLoaded, libraries, loadCatalog, nameOfLibrary, offers, projects } from '../state/catalog.ts'
import { useLoaded } from '../state/load.ts'
import { path } from '../state/router.ts'
import type { Counts } from '../state/types.ts'
import { texts } from '../texts.ts'

/** The libraries and projects with what they hold; below a library's own address its documents. */
export function LibraryScreen() {
  const name = decodeURIComponent(path.value.split('/')[2] ?? '')
  if (name !== '') return <OneLibrary name={name} />
  return (
    <div class="library-screen">
      <h1>{texts.library.title}</h1>
      {libraries.value.length === 0 ? (
        <div class="empty">
          <h2>{texts.search.emptyTitle}</h2>
          <p>{texts.search.emptyHint}</p>
          <a class="button primary" href="/add">
            {texts.search.emptyAction}
          </a>
        </div>
      ) : null}
      <ul class="shelves">
        {libraries.value.map(one => (
          <Shelf
            key={one.library}
            name={one.library}
            link={one.library}
            model={one.embedding_model}
            counts={one}
          />
        ))}
      </ul>
      {projects.value.length === 0 ? null : (
        <>
          <h2>{texts.library.projects}</h2>
          <ul class="shelves">
            {projects.value.map(one => (
              <Shelf key={one.id} name={one.id} link={one.collection} model={one.dense_model} counts={one} />
            ))}
          </ul>
        </>
      )}
      {offers('ingest_content') ? <ImportLibrary /> : null}
    </div>
  )
}

type ShelfProps = { name: string; link: string; model: string; counts: Counts }

/** A library or project with what it holds. */
function Shelf({ name, link, model, counts }: ShelfProps) {
  const { document_count, chunk_count, word_count, languages, meaning, index_waiting } = counts
  return (
    <li class="card">
      <h2>
        <a href={`/library/${encodeURIComponent(link)}`}>{name}</a>
      </h2>
      <p>{texts.library.documents(document_count)}</p>
      <p class="quiet">
        {texts.library.passages(chunk_count)} · {texts.library.words(word_count)}
      </p>
      <p class="quiet">{languages.map(languageName).join(', ')}</p>
      <p class="quiet">{model}</p>
      {meaning === undefined ? null : <p class="quiet">{texts.library.meaning(meaning)}</p>}
      {index_waiting === undefined ? null : <p class="quiet">{texts.library.indexWaiting(index_waiting)}</p>}
    </li>
  )
}

function OneLibrary({ name }: { name: string }) {
  const isKnown =
    libraries.value.some(({ library }) => library === name) ||
    projects.value.some(({ collection }) => collection === name)
  // It may have come after the list was loaded.
  const lookAgain = useLoaded(isLoaded.value && !isKnown ? name : null, async () => {
    await loadCatalog()
    return true
  })
  if (!isKnown && lookAgain.value.value === true)
    return (
      <div class="library-screen">
        <h1>{texts.library.title}</h1>
        <p class="note">{texts.library.unknown(name)}</p>
        <p>
          <a href="/library">{texts.library.all}</a>
        </p>
      </div>
    )
  return (
    <div class="library-screen">
      <p>
        <a href="/library">{texts.library.all}</a>
      </p>
      <h1>{nameOfLibrary(name)}</h1>
      <LibraryActions library={name} />
      <DocumentTable library={name} />
      <TrashList library={name} />
      {offers('delete_library') ? <DeleteLibrary library={name} /> : null}
    </div>
  )
}
