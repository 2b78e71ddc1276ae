import { useSignal } from '@preact/signals'
import { useLayoutEffect } from 'preact/hooks'
import { callTool } from '../state/api.ts'
import { projects } from '../state/catalog.ts'
import { plainText } from '../state/match-words.ts'
import { findPlaces, pageAt, type Span } from '../state/places.ts'
import { addressOf, go } from '../state/router.ts'
import type { StoredDocument } from '../state/types.ts'
import { texts } from '../texts.ts'
import { quoteOf } from './cite-menu.tsx'
import { say } from './toasts.tsx'

/** What can be done with selected text: copy it with its citation, search for it, verify it. */
export function SelectionBar({ document: shown }: { document: StoredDocument }) {
  const selection = useSignal<Selected>({ text: '', start: null })
  // Not useEffect: words that are selected before the next frame would be missed.
  useLayoutEffect(() => {
    const read = () => {
      selection.value = readSelection(shown.content)
    }
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [shown.content])
  const { text, start } = selection.value
  if (text.length < 3) return null

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(quoteOf(text, await citationOf(shown, start)))
      say(texts.cite.done(texts.cite.quote))
    } catch (error) {
      say(error instanceof Error ? error.message : texts.cite.failed)
    }
  }

  return (
    <div class="selection-bar" role="toolbar" aria-label={texts.read.selection}>
      <button type="button" class="primary" onClick={copy}>
        {texts.read.copy}
      </button>
      <button type="button" onClick={() => go(addressOf('/search', { q: text.slice(0, 300) }))}>
        {texts.read.searchFor}
      </button>
      <button
        type="button"
        onClick={() => go(addressOf('/verify', { quote: text, document: shown.doc_id, in: shown.library }))}
      >
        {texts.read.verify}
      </button>
    </div>
  )
}

type Selected = {
  text: string
  /** Where it begins in the document; null when that is not known. */
  start: number | null
}

const nothing: Selected = { text: '', start: null }

function readSelection(content: string): Selected {
  const selection = window.getSelection()
  if (selection === null || selection.rangeCount === 0) return nothing
  const range = selection.getRangeAt(0)
  const place = elementOf(range.startContainer)?.closest<HTMLElement>('.sheet [data-start]')
  if (!place) return nothing
  const span = spanOnPage(range)
  if (span !== null) return { text: inOneLine(plainText(content.slice(...span))), start: span[0] }
  const text = inOneLine(selection.toString())
  return { text, start: startInText(content, text, { range, place }) }
}

/** The characters of a selection on a printed page: each line there is the text of the document, letter by letter. */
function spanOnPage({ startContainer, startOffset, endContainer, endOffset }: Range): Span | null {
  const placeOf = (node: Node, offset: number) => {
    const line = elementOf(node)?.closest<HTMLElement>('.text-layer [data-start]')
    return line && node instanceof Text ? Number(line.dataset.start) + offset : null
  }
  const [start, end] = [placeOf(startContainer, startOffset), placeOf(endContainer, endOffset)]
  return start === null || end === null || start >= end ? null : [start, end]
}

/** In typeset text: as many places are passed over as the part has before the selection. */
function startInText(content: string, text: string, at: { range: Range; place: HTMLElement }): number | null {
  const before = document.createRange()
  before.setStart(at.place, 0)
  before.setEnd(at.range.startContainer, at.range.startOffset)
  const passed = findPlaces(before.toString(), text).length
  const places = findPlaces(content, text).filter(([start]) => start >= Number(at.place.dataset.start))
  return (places[passed] ?? places[0])?.[0] ?? null
}

function elementOf(node: Node): Element | null {
  return node instanceof Element ? node : node.parentElement
}

function inOneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

/** The form for the running text, with the printed page of the selected words. */
async function citationOf(document: StoredDocument, start: number | null): Promise<string> {
  const project = projects.value.find(({ collection }) => collection === document.library)
  const scope = project === undefined ? { library: document.library } : { project: project.id }
  const { in_text } = await callTool<{ in_text: string }>('citations/format_citation', {
    ...scope,
    doc_id: document.doc_id,
  })
  const page = document.pages.find(({ page }) => start !== null && page === pageAt(document.pages, start))
  if (page === undefined) return in_text
  const cited = page.label === null ? texts.pages.pdf(page.page) : `p. ${page.label}`
  return in_text.endsWith(')') ? `${in_text.slice(0, -1)}, ${cited})` : `${in_text}, ${cited}`
}
