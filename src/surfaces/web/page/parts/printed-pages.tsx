import { useSignal } from '@preact/signals'
import { useEffect, useRef } from 'preact/hooks'
import { request } from '../state/api.ts'
import { type Box, coveredPart, labelOf, type Span } from '../state/places.ts'
import type { DocumentPage, PageLines, StoredDocument } from '../state/types.ts'
import { texts } from '../texts.ts'

type PagesProps = { document: StoredDocument; span: Span | null; page: number; cannotDraw(): void }

/** A page before its size is known: A4. */
const usual = { width: 595, height: 842 }

/**
 * The pages of a document as they were printed, drawn by the server. Only pages near the window are loaded, so that a long
 * document opens at any page at once. The text of each line is over its place, transparent, so that it can be selected.
 */
export function PrintedPages({ document, span, page, cannotDraw }: PagesProps) {
  const list = useRef<HTMLOListElement>(null)
  useEffect(() => {
    const place = list.current?.querySelector(`[data-page="${page}"]`)
    place?.scrollIntoView({ block: 'start' })
  }, [document.doc_id, page, span?.[0]])
  return (
    <ol class="pages" ref={list}>
      {document.pages.map(one => (
        <PrintedPage
          key={one.page}
          document={document}
          page={one}
          span={span}
          isFirst={one.page === page}
          cannotDraw={cannotDraw}
        />
      ))}
    </ol>
  )
}

type PageProps = {
  document: StoredDocument
  page: DocumentPage
  span: Span | null
  /** Whether it is the page that the reader opens at. */
  isFirst: boolean
  cannotDraw(): void
}

function PrintedPage({ document, page, span, isFirst, cannotDraw }: PageProps) {
  const place = useRef<HTMLLIElement>(null)
  const isNear = useSignal(isFirst)
  const isDrawn = useSignal(false)
  const lines = useSignal<PageLines | null>(null)
  const mark = useRef<HTMLElement>(null)
  const address = `/api/v1/documents/${document.doc_id}/pages/${page.page}`

  useEffect(() => {
    const watcher = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) isNear.value = true
      },
      { rootMargin: '1200px 0px' },
    )
    if (place.current !== null) watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [])

  useEffect(() => {
    if (!isNear.value || lines.value !== null) return
    const controller = new AbortController()
    request<PageLines>(address, { signal: controller.signal })
      .then(found => {
        lines.value = found
      })
      .catch(() => {})
    return () => controller.abort()
  }, [isNear.value])

  useEffect(() => {
    if (isFirst) mark.current?.scrollIntoView({ block: 'center' })
  }, [lines.value, isFirst])

  const size = { width: lines.value?.width ?? usual.width, height: lines.value?.height ?? usual.height }
  const boxes = span === null ? [] : (lines.value?.lines ?? []).flatMap(line => coveredPart(line, span) ?? [])
  return (
    <li ref={place} data-page={page.page} class="page" aria-label={labelOf(page)}>
      <div
        class={isDrawn.value ? 'paper' : 'paper undrawn'}
        style={{ aspectRatio: `${size.width} / ${size.height}` }}
      >
        {isNear.value ? (
          <img
            src={`${address}.png?width=${pixelWidth()}`}
            alt=""
            decoding="async"
            onLoad={() => {
              isDrawn.value = true
            }}
            onError={() => {
              if (isFirst) cannotDraw()
            }}
          />
        ) : null}
        {boxes.map((box, at) => (
          <i key={at} ref={at === 0 ? mark : null} class="highlight" style={placed(box, size)} />
        ))}
        <div class="text-layer" lang={languageOf(document)}>
          {(lines.value?.lines ?? []).map(line => (
            <TextLine
              key={line.start}
              text={document.content.slice(line.start, line.end)}
              line={line}
              size={size}
            />
          ))}
        </div>
      </div>
      <p class="page-number">
        {page.label === null ? texts.pages.pdf(page.page) : texts.pages.printed(page.label, page.page)}
      </p>
    </li>
  )
}

type TextLineProps = {
  text: string
  line: PageLines['lines'][number]
  size: { width: number; height: number }
}

/** A line of text, stretched to the width that it has on the page. */
function TextLine({ text, line, size }: TextLineProps) {
  const place = useRef<HTMLSpanElement>(null)
  useEffect(() => {
    const own = place.current
    const wanted = own?.parentElement?.clientWidth ?? 0
    if (own === null || own.scrollWidth === 0 || wanted === 0) return
    own.style.transform = `scaleX(${(((line.x1 - line.x0) / size.width) * wanted) / own.scrollWidth})`
  }, [text, size.width])
  return (
    <span
      ref={place}
      data-start={line.start}
      dir={line.rtl ? 'rtl' : undefined}
      style={{
        left: `${(line.x0 / size.width) * 100}%`,
        top: `${(line.y0 / size.height) * 100}%`,
        height: `${((line.y1 - line.y0) / size.height) * 100}%`,
        fontSize: `${(((line.y1 - line.y0) * 0.86) / size.width) * 100}cqw`,
      }}
    >
      {text}
    </span>
  )
}

function placed(box: Box, size: { width: number; height: number }) {
  return {
    left: `${(box.left / size.width) * 100}%`,
    top: `${(box.top / size.height) * 100}%`,
    width: `${(box.width / size.width) * 100}%`,
    height: `${(box.height / size.height) * 100}%`,
  }
}

/** The width to draw at: sharp on this screen, in steps, so that the browser's cache is used again. */
function pixelWidth(): number {
  const shown = Math.min(900, window.innerWidth) * window.devicePixelRatio
  return Math.min(2000, Math.ceil(shown / 400) * 400)
}

function languageOf({ metadata }: StoredDocument): string | undefined {
  return typeof metadata.language === 'string' ? metadata.language : undefined
}
