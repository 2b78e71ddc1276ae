import type { Hit } from '../../../core/model/hit.ts'
import { citePages } from '../../../core/text/cite-pages.ts'
import type { Evidence } from './gather-evidence.ts'
import { chooseSentences, type ScoredSentence } from './score-sentences.ts'

/** An answer without conversation and confidence. */
export type DraftAnswer = {
  kind: 'extracted' | 'written'
  text: string
  statements: Statement[]
  citations: Citation[]
  dropped: string[]
  usage: { calls: number; promptTokens: number; completionTokens: number } | null
  warnings: string[]
}

/** A sentence of the answer, with the numbers of the passages it cites. */
export type Statement = {
  text: string
  citations: number[]
  /** verbatim: a sentence of the passage; supported: checked against the passage. */
  support: 'verbatim' | 'supported'
}

/** A cited passage. `number` is its number in the answer, from 1. */
export type Citation = { number: number; hit: Hit }

const label = 'Word for word from the sources:'

/** Quotes the best sentences verbatim, grouped by section. */
export function extractAnswer(answered: readonly Evidence[]): DraftAnswer {
  const book = citationBook()
  const statements: Statement[] = []
  const blocks = answered.map(evidence => {
    const groups = groupByPlace(chooseSentences(evidence.sentences)).map(group => {
      const lines = group.map(({ hit, text }) => {
        const number = book.cite(hit)
        statements.push({ text, citations: [number], support: 'verbatim' })
        return `- ${text} [${number}]`
      })
      return [placeOf(group[0]?.hit), ...lines].join('\n')
    })
    const heading = answered.length > 1 ? `${evidence.question}\n` : ''
    return heading + groups.join('\n\n')
  })
  const citations = book.citations()
  return {
    kind: 'extracted',
    text: [label, ...blocks, renderCitations(citations)].join('\n\n'),
    statements,
    citations,
    dropped: [],
    usage: null,
    warnings: [],
  }
}

/** Groups sentences by section, in the order of the section; sections are ordered by their best sentence. */
function groupByPlace(sentences: readonly ScoredSentence[]): ScoredSentence[][] {
  const groups = Map.groupBy(
    sentences,
    ({ hit }) => `${hit.document.id}\n${hit.chunk.sectionPath.join('\n')}`,
  )
  return [...groups.values()].map(group => group.toSorted((one, other) => placeIn(one) - placeIn(other)))
}

function placeIn({ hit, start }: ScoredSentence): number {
  return hit.chunk.start + start
}

function placeOf(hit: Hit | undefined): string {
  if (hit === undefined) return ''
  const { document, chunk } = hit
  return [document.title, ...chunk.sectionPath.filter(heading => heading !== document.title)].join(' › ')
}

/** Numbers passages in the order in which they are first cited. */
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
function describeCitation({ number, hit }: Citation): string {
  const { document, chunk } = hit
  const section = chunk.sectionPath.filter(heading => heading !== document.title).join(' › ')
  const place = [
    section,
    chunk.pages === null ? '' : citePages({ ...chunk.pages, fileType: document.fileType }),
  ]
    .filter(part => part !== '')
    .join(', ')
  return `[${number}] ${document.title}${place === '' ? '' : `, ${place}`} (${document.source})`
}

export function renderCitations(citations: readonly Citation[]): string {
  return ['Citations:', ...citations.map(describeCitation)].join('\n')
}
