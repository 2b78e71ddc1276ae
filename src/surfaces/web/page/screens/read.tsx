import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { DocumentText } from '../parts/document-text.tsx'
import { ErrorNote, Warnings } from '../parts/error-note.tsx'
import { OriginalFile } from '../parts/original-file.tsx'
import { Outline } from '../parts/outline.tsx'
import { FindBar, HitSteps } from '../parts/place-steps.tsx'
import { PrintedPages } from '../parts/printed-pages.tsx'
import { SelectionBar } from '../parts/selection-bar.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { isLoaded, nameOfLibrary } from '../state/catalog.ts'
import { useTool } from '../state/load.ts'
import { findPlaces, pageAt, parseSpan, type Span } from '../state/places.ts'
import { addressOf, go, lastSearch, path, query } from '../state/router.ts'
import type { Place, StoredDocument } from '../state/types.ts'
import { texts } from '../texts.ts'

/** The source itself, opened at a passage: pages as printed where the file has pages, else its text. */
export function ReadScreen() {
  const doc_id = path.value.split('/')[2] ?? ''
  const document = useTool<StoredDocument>('documents/get_document', isLoaded.value ? { doc_id } : null)
  // Answers name a passage by its id; hits have its place.
  const chunk_id = query.value.get('chunk')
  const isNamed = chunk_id !== null && !query.value.has('at') && isLoaded.value
  const passage = useTool<Pick<Place, 'char_span'>>(
    'citations/get_passage',
    isNamed ? { chunk_id, before: 0, after: 0 } : null,
  )
  const canDraw = useSignal(true)
  const found = document.value.value
  useEffect(() => {
    if (found !== null) window.document.title = `${found.title} · ${texts.name}`
  }, [found])
  if (document.error.value !== null) return <ErrorNote error={document.error.value} />
  if (found === null) return <Waiting what={texts.read.loading} />

  const named = passage.value.value?.char_span ?? null
  const span =
    parseSpan(query.value.get('at')) ??
    (named && quotedPart(found.content, named, query.value.get('quoted') ?? ''))
  const isText = query.value.get('as') === 'text' || found.pages.length === 0 || !canDraw.value
  const current = span === null ? Number(query.value.get('page') ?? 1) : pageAt(found.pages, span[0])

  function show(values: Record<string, string | number | null>): void {
    const kept = Object.fromEntries(query.value)
    go(addressOf(path.value, { ...kept, ...values }))
  }

  return (
    <div class="reader">
      <aside class="side">
        {lastSearch === null && !query.value.has('q') ? (
          <a class="back" href={addressOf(`/library/${encodeURIComponent(found.library)}`)}>
            {texts.read.backTo(nameOfLibrary(found.library))}
          </a>
        ) : (
          <a class="back" href={lastSearch ?? addressOf('/search', { q: query.value.get('q') })}>
            {texts.read.back}
          </a>
        )}
        <Outline
          document={found}
          current={span?.[0] ?? found.pages.find(({ page }) => page === current)?.start ?? 0}
          canDraw={canDraw.value}
          open={start => show({ at: `${start}-${start}` })}
        />
      </aside>
      <div class="sheet">
        <header class="sheet-head">
          <h1>{found.title}</h1>
          <div class="place">
            <span class="quiet origin" title={found.source}>
              {found.source}
            </span>
            {found.pages.length === 0 ? null : (
              <fieldset class="segmented">
                <legend class="visually-hidden">{texts.read.asPages}</legend>
                <button
                  type="button"
                  aria-pressed={!isText}
                  disabled={!canDraw.value}
                  onClick={() => show({ as: null })}
                >
                  {texts.read.asPages}
                </button>
                <button type="button" aria-pressed={isText} onClick={() => show({ as: 'text' })}>
                  {texts.read.asText}
                </button>
              </fieldset>
            )}
            <OriginalFile key={found.doc_id} document={found} />
            <FindBar document={found} span={span} show={show} />
            <HitSteps document={found} span={span} show={show} />
          </div>
          {canDraw.value ? null : <p class="note">{texts.read.cannotDraw}</p>}
          <Warnings warnings={found.warnings} />
        </header>
        {isText ? (
          <DocumentText document={found} span={span} />
        ) : (
          <PrintedPages
            document={found}
            span={span}
            page={current}
            cannotDraw={() => {
              canDraw.value = false
            }}
          />
        )}
        <SelectionBar document={found} />
      </div>
    </div>
  )
}

/** Where a passage has the quoted words; the whole passage when it has them in another form. */
function quotedPart(content: string, [start, end]: Span, quoted: string): Span {
  const [part] = findPlaces(content.slice(start, end), quoted, 1)
  return part === undefined ? [start, end] : [start + part[0], start + part[1]]
}
