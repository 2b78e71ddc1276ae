import type { PageSpan } from '../../../core/model/chunk.ts'
import type { Hit } from '../../../core/model/hit.ts'
import type { Citation } from './types.ts'

/** Gives each passage its number as it is first cited. */
export function citationBook(): { cite(hit: Hit): number; citations(): Citation[] } {
  const numbers = new Map<string, Citation>()
  return {
    cite(hit) {
      const known = numbers.get(hit.chunk.id)
      if (known) return known.number
      const number = numbers.size + 1
      numbers.set(hit.chunk.id, { number, hit })
      return number
    },
    citations: () => [...numbers.values()],
  }
}

/** "[1] Title, Section › Part, p. 12 (source)". */
export function describeCitation({ number, hit }: Citation): string {
  const { document, chunk } = hit
  const section = chunk.sectionPath.filter(heading => heading !== document.title).join(' › ')
  const place = [section, pagesOf(chunk.pages)].filter(part => part !== '').join(', ')
  return `[${number}] ${document.title}${place === '' ? '' : `, ${place}`} (${document.source})`
}

function pagesOf(pages: PageSpan | null): string {
  if (pages === null) return ''
  const first = pages.firstLabel ?? String(pages.first)
  const last = pages.lastLabel ?? String(pages.last)
  return first === last ? `p. ${first}` : `pp. ${first}–${last}`
}

export function renderCitations(citations: readonly Citation[]): string {
  return ['Citations:', ...citations.map(describeCitation)].join('\n')
}
