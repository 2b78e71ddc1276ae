import { useSignal, useSignalEffect } from '@preact/signals'
import type { VNode } from 'preact'
import { useEffect, useRef } from 'preact/hooks'
import { callTool } from '../state/api.ts'
import { offers } from '../state/catalog.ts'
import { deleteDocuments, deletions, leaving } from '../state/deletions.ts'
import { query } from '../state/router.ts'
import { asCallError, type CallError } from '../state/send-request.ts'
import { isFiltered, tableInput } from '../state/table-request.ts'
import { texts } from '../texts.ts'
import { CorrectionForm } from './correction-form.tsx'
import { DocumentFilters, SortHead } from './document-filters.tsx'
import { ErrorNote } from './error-note.tsx'
import { languageName } from './search-filters.tsx'

export type ListedDocument = {
  doc_id: string
  title: string
  source: string
  file_type: string
  language: string
  created_at: string
  chunk_count: number
  page_label_source: string
  corrected: string[]
}

type Listing = { documents: ListedDocument[]; total: number }

const rowHeight = 44
/** Rows that are loaded at once. */
const blockLength = 200
/** Rows that are kept above and below the window. */
const margin = 10
/** The table is drawn again after so many rows of scrolling, not after each. */
const step = 5

/** One in so many rows says that it is not loaded yet. */
const loadingEvery = 10

/** So many rows are selected by one button; deleting calls the server for each. */
const mostSelected = 2_000

/** Rows whose elements are remembered. */
const mostDrawn = 1_000

function inSteps(row: number): number {
  return Math.floor(row / step) * step
}

/**
 * The documents of a library. Only the rows in the window exist, and only blocks of rows near it are loaded, so that a
 * hundred thousand documents scroll like a hundred.
 */
export function DocumentTable({ library }: { library: string }) {
  const total = useSignal<number | null>(null)
  const blocks = useSignal<ReadonlyMap<number, readonly ListedDocument[]>>(new Map())
  const range = useSignal({ first: 0, last: 40 })
  const error = useSignal<CallError | null>(null)
  const chosen = useSignal<ListedDocument | null>(null)
  const selected = useSignal<ReadonlySet<string>>(new Set())
  const place = useRef<HTMLTableSectionElement>(null)
  const asked = useRef(new Map<number, Promise<void>>())
  const lastSelected = useRef<number | null>(null)
  const choice = JSON.stringify(tableInput(query.value))
  const shown = useRef('')

  function load(block: number): Promise<void> {
    const loading = asked.current.get(block) ?? fetchBlock(block)
    asked.current.set(block, loading)
    return loading
  }

  async function fetchBlock(block: number): Promise<void> {
    const wanted = shown.current
    try {
      const input = { library, limit: blockLength, offset: block * blockLength, ...tableInput(query.value) }
      const found = await callTool<Listing>('documents/list_documents', input)
      // Another order or filter was chosen meanwhile.
      if (wanted !== shown.current) return
      total.value = found.total
      blocks.value = new Map(blocks.value).set(block, found.documents)
    } catch (problem) {
      error.value = asCallError(problem)
    }
  }

  function look(): void {
    const box = place.current?.getBoundingClientRect()
    if (box === undefined) return
    const first = Math.max(0, inSteps(-box.top / rowHeight) - margin)
    const last = inSteps((window.innerHeight - box.top) / rowHeight) + step + margin
    if (first !== range.value.first || last !== range.value.last) range.value = { first, last }
    const end = Math.min(last, (total.value ?? 1) - 1)
    for (let block = Math.floor(first / blockLength); block * blockLength <= end; block++) void load(block)
  }

  useEffect(() => {
    asked.current.clear()
    lastSelected.current = null
    shown.current = `${library} ${choice}`
    blocks.value = new Map()
    void load(0).then(look)
    window.addEventListener('scroll', look, { passive: true })
    window.addEventListener('resize', look)
    return () => {
      window.removeEventListener('scroll', look)
      window.removeEventListener('resize', look)
    }
  }, [library, choice])

  function reload(): void {
    asked.current.clear()
    chosen.value = null
    look()
  }

  const seen = useRef(deletions.value)
  useSignalEffect(() => {
    if (seen.current === deletions.value) return
    seen.current = deletions.value
    reload()
  })

  function documentAt(row: number): ListedDocument | undefined {
    return blocks.value.get(Math.floor(row / blockLength))?.[row % blockLength]
  }

  /** With Shift, all rows from the last one that was selected, as in other lists. */
  async function select(row: number, isRange: boolean): Promise<void> {
    const from = isRange ? (lastSelected.current ?? row) : row
    lastSelected.current = row
    const [first, last] = [Math.min(from, row), Math.max(from, row)]
    for (let block = Math.floor(first / blockLength); block * blockLength <= last; block++) await load(block)
    const ids = Array.from({ length: last - first + 1 }, (_, at) => documentAt(first + at)?.doc_id ?? [])
    const isAdded = !selected.value.has(documentAt(row)?.doc_id ?? '')
    const next = new Set(selected.value)
    for (const id of ids.flat()) isAdded ? next.add(id) : next.delete(id)
    selected.value = next
  }

  async function selectAll(): Promise<void> {
    const last = Math.floor((count - 1) / blockLength)
    await Promise.all(Array.from({ length: last + 1 }, (_, block) => load(block)))
    selected.value = new Set([...blocks.value.values()].flat().map(({ doc_id }) => doc_id))
  }

  function deleteSelected(): void {
    void deleteDocuments([...selected.value])
    selected.value = new Set()
  }

  const count = total.value ?? 0

  // Rows that have not changed are not drawn again: scrolling draws only those that come in.
  const drawn = useRef(new Map<number, DrawnRow>())
  function drawRow(row: number): VNode {
    const document = documentAt(row)
    const isSelected = document !== undefined && selected.value.has(document.doc_id)
    const known = drawn.current.get(row)
    if (known?.document === document && known?.isSelected === isSelected) return known.node
    const node = (
      <Row
        key={row}
        row={row}
        document={document}
        isSelected={isSelected}
        select={select}
        correct={shown => {
          chosen.value = shown
        }}
      />
    )
    if (drawn.current.size > mostDrawn) drawn.current.clear()
    drawn.current.set(row, { document, isSelected, node })
    return node
  }

  // Of rows that are not loaded only some are drawn: after a jump all rows of the window come at once.
  const rows = Array.from(
    { length: Math.max(0, Math.min(range.value.last, count) - range.value.first) },
    (_, at) => range.value.first + at,
  ).filter(row => row % loadingEvery === 0 || documentAt(row) !== undefined)
  return (
    <>
      <ErrorNote error={error.value} />
      {total.value === null ? null : <p class="quiet">{texts.library.documents(count)}</p>}
      <DocumentFilters library={library} />
      {total.value === 0 ? (
        <p class="note">{isFiltered(query.value) ? texts.library.noneFits : texts.library.empty}</p>
      ) : null}
      {chosen.value === null ? null : (
        <CorrectionForm key={chosen.value.doc_id} document={chosen.value} close={reload} />
      )}
      {selected.value.size === 0 ? null : (
        <div class="actions selected" role="toolbar" aria-label={texts.library.selection}>
          <span>{texts.library.selected(selected.value.size)}</span>
          <button type="button" class="primary" onClick={deleteSelected}>
            {texts.library.delete}
          </button>
          <button
            type="button"
            onClick={() => {
              selected.value = new Set()
            }}
          >
            {texts.library.clear}
          </button>
          {count > mostSelected || selected.value.size >= count ? null : (
            <button type="button" onClick={() => void selectAll()}>
              {texts.library.selectAll(count)}
            </button>
          )}
          <span class="quiet">{texts.library.rangeHint}</span>
        </div>
      )}
      <table class="documents" aria-rowcount={count}>
        <thead>
          <tr class="document-head">
            <th scope="col">
              <span class="visually-hidden">{texts.library.selection}</span>
            </th>
            <SortHead sort="title" name={texts.library.documentTitle} />
            <SortHead sort="format" name={texts.library.format} />
            <SortHead sort="language" name={texts.library.language} />
            <SortHead sort="newest" name={texts.library.added} />
            <th scope="col">
              <span class="visually-hidden">{texts.library.correct}</span>
            </th>
          </tr>
        </thead>
        <tbody class="document-rows" ref={place} style={{ height: `${count * rowHeight}px` }}>
          {rows.map(drawRow)}
        </tbody>
      </table>
    </>
  )
}

type DrawnRow = { document: ListedDocument | undefined; isSelected: boolean; node: VNode }

type RowProps = {
  row: number
  document: ListedDocument | undefined
  isSelected: boolean
  select(row: number, isRange: boolean): Promise<void>
  correct(document: ListedDocument): void
}

/** Rows have fixed places: what comes in or goes out does not move the others. */
function Row({ row, document, isSelected, select, correct }: RowProps) {
  const top = { top: `${row * rowHeight}px` }
  if (document === undefined)
    return (
      <tr class="document" aria-rowindex={row + 1} style={top}>
        <td class="quiet loading-row">{texts.library.loadingRow}</td>
      </tr>
    )
  return (
    <tr
      class={leaving.value.has(document.doc_id) ? 'document leaving' : 'document'}
      aria-rowindex={row + 1}
      style={top}
    >
      <td>
        {offers('delete_document') ? (
          <input
            type="checkbox"
            aria-label={texts.library.select(document.title)}
            checked={isSelected}
            disabled={leaving.value.has(document.doc_id)}
            onClick={event => void select(row, event.shiftKey)}
          />
        ) : null}
      </td>
      <td class="cell-title">
        <a href={`/read/${document.doc_id}`} title={document.source}>
          {document.title}
        </a>
      </td>
      <td>
        <span class="badge">{document.file_type}</span>
      </td>
      <td class="quiet cell-detail">{languageName(document.language)}</td>
      <td class="quiet cell-detail">{document.created_at.slice(0, 10)}</td>
      <td>
        <button type="button" class="link" onClick={() => correct(document)}>
          {texts.library.correct}
        </button>
      </td>
    </tr>
  )
}
