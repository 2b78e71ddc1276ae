import { useSignal } from '@preact/signals'
import { useEffect } from 'preact/hooks'
import { callTool } from '../state/api.ts'
import { projects } from '../state/catalog.ts'
import { findPlaces, pageAt } from '../state/places.ts'
import { addressOf, go } from '../state/router.ts'
import type { StoredDocument } from '../state/types.ts'
import { texts } from '../texts.ts'
import { quoteOf } from './cite-menu.tsx'
import { say } from './toasts.tsx'

/** What can be done with selected text: copy it with its citation, search for it, verify it. */
export function SelectionBar({ document: shown }: { document: StoredDocument }) {
  const selected = useSignal('')
  useEffect(() => {
    const read = () => {
      const selection = window.getSelection()
      const isInside = selection?.anchorNode?.parentElement?.closest('.sheet') !== null
      selected.value = isInside ? (selection?.toString() ?? '').replace(/\s+/g, ' ').trim() : ''
    }
    document.addEventListener('selectionchange', read)
    return () => document.removeEventListener('selectionchange', read)
  }, [])
  if (selected.value.length < 3) return null

  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(quoteOf(selected.value, await citationOf(shown, selected.value)))
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
      <button type="button" onClick={() => go(addressOf('/search', { q: selected.value.slice(0, 300) }))}>
        {texts.read.searchFor}
      </button>
      <button
        type="button"
        onClick={() =>
          go(addressOf('/verify', { quote: selected.value, document: shown.doc_id, in: shown.library }))
        }
      >
        {texts.read.verify}
      </button>
    </div>
  )
}

/** The form for the running text, with the printed page of the selected words. */
async function citationOf(document: StoredDocument, text: string): Promise<string> {
  const project = projects.value.find(({ collection }) => collection === document.library)
  const scope = project === undefined ? { library: document.library } : { project: project.id }
  const { in_text } = await callTool<{ in_text: string }>('citations/format_citation', {
    ...scope,
    doc_id: document.doc_id,
  })
  const [place] = findPlaces(document.content, text, 1)
  const page = document.pages.find(
    ({ page }) => place !== undefined && page === pageAt(document.pages, place[0]),
  )
  if (page === undefined) return in_text
  const cited = page.label === null ? texts.pages.pdf(page.page) : `p. ${page.label}`
  return in_text.endsWith(')') ? `${in_text.slice(0, -1)}, ${cited})` : `${in_text}, ${cited}`
}
