import { useSignal } from '@preact/signals'
import { useEffect, useMemo, useRef } from 'preact/hooks'
import type { Span } from '../state/places.ts'
import { cutText, type TextPart } from '../state/text-parts.ts'
import type { StoredDocument } from '../state/types.ts'
import { MarkdownText } from './markdown-text.tsx'

type DocumentTextProps = { document: StoredDocument; span: Span | null }

/** The text of a document, typeset, with a span marked. Parts far from the window are typeset when they come near. */
export function DocumentText({ document, span }: DocumentTextProps) {
  const parts = useMemo(() => cutText(document.content), [document.content])
  return (
    <div class="prose">
      {parts.map(part => (
        <LazyPart key={part.start} markdown={document.content} part={part} span={span} />
      ))}
    </div>
  )
}

/** What a line of text is about as long and high, for parts that the browser has not laid out. */
const lineLength = 80
const lineHeight = 28

type LazyPartProps = { markdown: string; part: TextPart; span: Span | null }

function LazyPart({ markdown, part, span }: LazyPartProps) {
  const place = useRef<HTMLElement>(null)
  const holdsSpan = span !== null && span[0] < part.end && span[0] >= part.start
  const isNear = useSignal(holdsSpan)
  useEffect(() => {
    const watcher = new IntersectionObserver(
      entries => {
        if (entries.some(entry => entry.isIntersecting)) isNear.value = true
      },
      { rootMargin: '1500px 0px' },
    )
    if (place.current !== null) watcher.observe(place.current)
    return () => watcher.disconnect()
  }, [])
  useEffect(() => {
    if (!holdsSpan) return
    isNear.value = true
    const part = place.current
    const heading = part?.querySelector(`[data-at="${span?.[0]}"]`)
    const target = part?.querySelector('mark') ?? heading ?? part
    target?.scrollIntoView({ block: 'center' })
  }, [holdsSpan, span?.[0], isNear.value])
  return (
    <section
      ref={place}
      class={isNear.value ? 'part' : 'part far'}
      data-start={part.start}
      style={{
        containIntrinsicSize: `auto ${Math.ceil((part.end - part.start) / lineLength) * lineHeight}px`,
      }}
    >
      {isNear.value ? (
        <MarkdownText markdown={markdown.slice(part.start, part.end)} offset={part.start} span={span} />
      ) : (
        <p class="waiting">{markdown.slice(part.start, part.end)}</p>
      )}
    </section>
  )
}
