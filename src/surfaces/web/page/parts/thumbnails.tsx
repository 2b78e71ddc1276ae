import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { labelOf } from '../state/places.ts'
import type { DocumentPage, StoredDocument } from '../state/types.ts'
import { texts } from '../texts.ts'

/** Pixels; drawn once by the server for each page that comes into view. */
const drawnWidth = 200

type ThumbnailsProps = { document: StoredDocument; current: number; open(start: number): void }

/** Small pictures of the pages. Only those in view are loaded, and the current one is brought into view. */
export function Thumbnails({ document, current, open }: ThumbnailsProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const own = list.current?.querySelector<HTMLElement>('[aria-current]')
    if (list.current !== null && own) list.current.scrollTop = own.offsetTop - list.current.clientHeight / 3
  }, [current, document.doc_id])
  return (
    <ol ref={list} class="thumbnails" aria-label={texts.read.pages}>
      {document.pages.map(page => (
        <Thumbnail
          key={page.page}
          id={document.doc_id}
          page={page}
          isCurrent={page.page === current}
          open={() => open(page.start)}
        />
      ))}
    </ol>
  )
}

type ThumbnailProps = { id: string; page: DocumentPage; isCurrent: boolean; open(): void }

function Thumbnail({ id, page, isCurrent, open }: ThumbnailProps) {
  const place = useRef<HTMLLIElement>(null)
  const isNear = useSignal(false)
  useEffect(() => {
    const own = place.current
    if (own === null) return
    const watcher = new IntersectionObserver(
      entries => {
        if (!entries.some(entry => entry.isIntersecting)) return
        isNear.value = true
        watcher.disconnect()
      },
      { root: own.parentElement, rootMargin: '100px 0px' },
    )
    watcher.observe(own)
    return () => watcher.disconnect()
  }, [])
  return (
    <li ref={place}>
      <button type="button" aria-current={isCurrent ? 'page' : undefined} onClick={open}>
        <span class="thumbnail">
          {isNear.value ? (
            <img
              src={`/api/v1/documents/${id}/pages/${page.page}.png?width=${drawnWidth}`}
              alt=""
              decoding="async"
            />
          ) : null}
        </span>
        {labelOf(page)}
      </button>
    </li>
  )
}
