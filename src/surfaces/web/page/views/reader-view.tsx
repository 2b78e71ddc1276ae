import { useSignal } from '@preact/signals'
import { useEffect, useLayoutEffect } from 'preact/hooks'
import { MarkdownText } from '../parts/markdown-text.tsx'
import { pageText } from '../state/links.ts'
import type { Place } from '../state/types.ts'
import { texts } from '../texts.ts'
import { readPicture } from './host.ts'

type ReaderViewProps = {
  place: Place
  /** The characters to mark; the place may have more around them. */
  mark: readonly [number, number]
  /** Opens the passage with this id. */
  open(chunkId: string): void
  back: (() => void) | null
}

/** A passage on its printed page, marked; where the page cannot be drawn, its text. */
export function ReaderView({ place, mark, open, back }: ReaderViewProps) {
  const [first, last] = place.page_span ?? [0, 0]
  const page = useSignal(first)
  const isText = useSignal(first === 0)
  const picture = useSignal<string | null>(null)
  const canDraw = useSignal(true)
  // Not useEffect: a page that is turned before the next frame would be turned back.
  useLayoutEffect(() => {
    page.value = first
  }, [first, mark[0]])
  useEffect(() => {
    if (page.value === 0 || isText.value) return
    let isCurrent = true
    picture.value = null
    const address = `ui://quire/pages/${encodeURIComponent(place.doc_id)}/${page.value}.png?width=1000&highlight=${mark.join('-')}`
    readPicture(address).then(
      found => {
        if (isCurrent) picture.value = found
      },
      () => {
        if (!isCurrent) return
        canDraw.value = false
        isText.value = true
      },
    )
    return () => {
      isCurrent = false
    }
  }, [page.value, isText.value, place.doc_id, mark[0], mark[1]])

  const label = place.page_labels?.[page.value - first] ?? place.page_labels?.[0] ?? null
  return (
    <article class="reading">
      {back === null ? null : (
        <button type="button" onClick={back}>
          {texts.views.back}
        </button>
      )}
      <h1>{place.title}</h1>
      <p class="place">
        {place.section_path.length === 0 ? null : <span>{place.section_path.join(' › ')}</span>}
        {first === 0 ? null : <span>{pageText({ page: page.value, page_label: label })}</span>}
      </p>
      <p class="actions">
        {first === 0 || !canDraw.value ? null : (
          <button
            type="button"
            aria-pressed={!isText.value}
            onClick={() => {
              isText.value = !isText.value
            }}
          >
            {isText.value ? texts.views.page : texts.read.asText}
          </button>
        )}
        {isText.value || last === first ? null : <PageSteps page={page} first={first} last={last} />}
        <Step name={texts.views.previous} to={place.previous_chunk_id} open={open} />
        <Step name={texts.views.next} to={place.next_chunk_id} open={open} />
      </p>
      {canDraw.value ? null : <p class="quiet">{texts.views.noPicture}</p>}
      {isText.value ? (
        <div class="prose">
          <MarkdownText markdown={place.text} offset={place.char_span[0]} span={[mark[0], mark[1]]} />
        </div>
      ) : picture.value === null ? (
        <div class="paper waiting" role="status" aria-label={texts.views.opening} />
      ) : (
        <img class="drawn" src={picture.value} alt={place.text} />
      )}
    </article>
  )
}

function PageSteps({ page, first, last }: { page: { value: number }; first: number; last: number }) {
  return (
    <>
      {Array.from({ length: last - first + 1 }, (_, at) => first + at).map(number => (
        <button
          key={number}
          type="button"
          aria-pressed={page.value === number}
          onClick={() => {
            page.value = number
          }}
        >
          {texts.pages.pdf(number)}
        </button>
      ))}
    </>
  )
}

type StepProps = { name: string; to: string | null | undefined; open(chunkId: string): void }

function Step({ name, to, open }: StepProps) {
  if (to === null || to === undefined) return null
  return (
    <button type="button" onClick={() => open(to)}>
      {name}
    </button>
  )
}
