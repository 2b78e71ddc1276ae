import { labelOf } from '../state/places.ts'
import type { StoredDocument } from '../state/types.ts'
import { texts } from '../texts.ts'

type OutlineProps = { document: StoredDocument; current: number; open(start: number): void }

/** The headings of a document, the one at the current place marked; for documents without headings, its pages. */
export function Outline({ document, current, open }: OutlineProps) {
  const at = document.outline.findLastIndex(({ start }) => start <= current)
  if (document.outline.length === 0 && document.pages.length === 0)
    return <p class="quiet">{texts.read.noOutline}</p>
  return (
    <>
      {document.outline.length === 0 ? null : (
        <nav aria-label={texts.read.outline} class="outline">
          <h2>{texts.read.outline}</h2>
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
      )}
      {document.pages.length < 2 ? null : (
        <nav aria-label={texts.read.pages} class="page-list">
          <h2>{texts.read.pages}</h2>
          <ul>
            {document.pages.map(page => (
              <li key={page.page}>
                <button
                  type="button"
                  class="link"
                  aria-current={page.start <= current && current < page.end ? 'page' : undefined}
                  onClick={() => open(page.start)}
                >
                  {labelOf(page)}
                </button>
              </li>
            ))}
          </ul>
        </nav>
      )}
    </>
  )
}
