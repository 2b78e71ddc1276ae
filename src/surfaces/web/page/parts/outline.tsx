import { useSignal } from '@preact/signals'
import { pageAt } from '../state/places.ts'
import type { StoredDocument } from '../state/types.ts'
import { texts } from '../texts.ts'
import { Thumbnails } from './thumbnails.tsx'

type OutlineProps = { document: StoredDocument; current: number; canDraw: boolean; open(start: number): void }

/** The headings of a document, the one at the current place marked, or small pictures of its pages. */
export function Outline({ document, current, canDraw, open }: OutlineProps) {
  const hasPages = document.pages.length > 1 && canDraw
  const hasOutline = document.outline.length > 0
  const isPages = useSignal(!hasOutline)
  if (!hasOutline && !hasPages) return <p class="quiet">{texts.read.noOutline}</p>
  return (
    <>
      {hasOutline && hasPages ? (
        <fieldset class="segmented">
          <legend class="visually-hidden">{texts.read.side}</legend>
          {[false, true].map(pages => (
            <button
              key={String(pages)}
              type="button"
              aria-pressed={isPages.value === pages}
              onClick={() => {
                isPages.value = pages
              }}
            >
              {pages ? texts.read.pages : texts.read.outline}
            </button>
          ))}
        </fieldset>
      ) : null}
      {hasPages && (isPages.value || !hasOutline) ? (
        <Thumbnails document={document} current={pageAt(document.pages, current)} open={open} />
      ) : (
        <Headings document={document} current={current} open={open} />
      )}
    </>
  )
}

function Headings({ document, current, open }: Omit<OutlineProps, 'canDraw'>) {
  const at = document.outline.findLastIndex(({ start }) => start <= current)
  return (
    <nav aria-label={texts.read.outline} class="outline">
      <ul>
        {document.outline.map(({ level, title, start }, index) => (
          <li key={start} data-level={Math.min(level, 5)}>
            <button
              type="button"
              class="link"
              aria-current={index === at ? 'location' : undefined}
              onClick={() => open(start)}
            >
              {title}
            </button>
          </li>
        ))}
      </ul>
    </nav>
  )
}
