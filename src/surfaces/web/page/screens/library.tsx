import { DeleteLibrary } from '../parts/delete-library.tsx'
import { DocumentTable } from '../parts/document-table.tsx'
import { languageName } from '../parts/search-filters.tsx'
import { TrashList } from '../parts/trash-list.tsx'
import { libraries, offers, projects } from '../state/catalog.ts'
import { path } from '../state/router.ts'
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
        {libraries.value.map(({ library, document_count, chunk_count, languages, embedding_model }) => (
          <li key={library} class="card">
            <h2>
              <a href={`/library/${encodeURIComponent(library)}`}>{library}</a>
            </h2>
            <p>
              {texts.library.documents(document_count)} · {texts.library.passages(chunk_count)}
            </p>
            <p class="quiet">{languages.map(languageName).join(', ')}</p>
            <p class="quiet">{embedding_model}</p>
          </li>
        ))}
      </ul>
      {projects.value.length === 0 ? null : (
        <>
          <h2>{texts.library.projects}</h2>
          <ul class="shelves">
            {projects.value.map(({ id, collection, dense_model }) => (
              <li key={id} class="card">
                <h2>
                  <a href={`/library/${encodeURIComponent(collection)}`}>{id}</a>
                </h2>
                <p class="quiet">{dense_model}</p>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  )
}

function OneLibrary({ name }: { name: string }) {
  return (
    <div class="library-screen">
      <p>
        <a href="/library">{texts.library.all}</a>
      </p>
      <h1>{projects.value.find(({ collection }) => collection === name)?.id ?? name}</h1>
      <DocumentTable library={name} />
      <TrashList library={name} />
      {offers('delete_library') ? <DeleteLibrary library={name} /> : null}
    </div>
  )
}
