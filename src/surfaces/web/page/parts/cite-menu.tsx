import { useSignal } from '@preact/signals'
import { callTool } from '../state/api.ts'
import { projects } from '../state/catalog.ts'
import { readerAddress } from '../state/links.ts'
import { plainText } from '../state/match-words.ts'
import { CallError } from '../state/send-request.ts'
import type { Passage } from '../state/types.ts'
import { texts } from '../texts.ts'
import { Menu } from './menu.tsx'
import { say } from './toasts.tsx'

type Formatted = { citation: string; in_text: string }
type Form = { name: string; write(hit: Passage): Promise<string> }

/** The forms in which a citation can be copied. */
const forms: readonly Form[] = [
  { name: texts.cite.inText, write: async hit => (await format(hit, 'apa')).in_text },
  { name: texts.cite.reference, write: async hit => (await format(hit, 'apa')).citation },
  { name: texts.cite.bibtex, write: async hit => (await format(hit, 'bibtex')).citation },
  {
    name: texts.cite.quote,
    write: async hit => quoteOf(plainText(hit.content), (await format(hit, 'apa')).in_text),
  },
  { name: texts.cite.markdown, write: async hit => markdownLink(hit) },
]

export function CiteMenu({ hit }: { hit: Passage }) {
  const isBusy = useSignal(false)
  async function copy(form: Form): Promise<void> {
    isBusy.value = true
    try {
      await navigator.clipboard.writeText(await form.write(hit))
      say(texts.cite.done(form.name))
    } catch (error) {
      say(error instanceof CallError ? error.message : texts.cite.failed)
    }
    isBusy.value = false
  }
  return (
    <Menu
      label={texts.cite.menu}
      isBusy={isBusy.value}
      items={forms.map(form => ({ name: form.name, run: () => copy(form) }))}
    />
  )
}

function format(hit: Passage, style: string): Promise<Formatted> {
  const project = projects.value.find(({ collection }) => collection === hit.library)
  const scope = project === undefined ? { library: hit.library } : { project: project.id }
  return callTool<Formatted>('citations/format_citation', { ...scope, chunk_id: hit.chunk_id, style })
}

export function quoteOf(text: string, inText: string): string {
  return `“${text}” ${inText}`
}

function markdownLink(hit: Passage): string {
  return `[${hit.title.replaceAll(/[[\]]/g, '\\$&')}](${window.location.origin}${readerAddress(hit)})`
}
