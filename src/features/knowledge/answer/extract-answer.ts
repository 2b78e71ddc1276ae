import type { Hit } from '../../../core/model/hit.ts'
import { citePages } from '../../../core/text/cite-pages.ts'
import type { Excerpt } from './compose-excerpts.ts'

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

/** A cited passage, or the part of it that is below these headings. `number` is its number in the answer, from 1. */
export type Citation = {
  number: number
  hit: Hit
  /** The headings above what is cited, outermost first, without the title of the document. */
  path: readonly string[]
}

const label = 'Word for word from the sources:'

/** Quotes excerpts verbatim, each below its place; every sentence, item and block of code has its citation. */
export function extractAnswer(
  answered: readonly { question: string; answers: readonly Excerpt[] }[],
): DraftAnswer {
  const book = citationBook()
  const statements: Statement[] = []
  const blocks = answered.map(({ question, answers }) => {
    const shown = answers.map(excerpt => {
      const number = book.cite(excerpt.hit, excerpt.path)
      for (const { text } of excerpt.parts)
        statements.push({ text, citations: [number], support: 'verbatim' })
      return `${placeOf(excerpt.hit, excerpt.path)}\n${renderParts(excerpt, number)}`
    })
    const heading = answered.length > 1 ? `${question}\n` : ''
    return heading + shown.join('\n\n')
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

function renderParts({ hit, parts, isCut }: Excerpt, number: number): string {
  const lines = parts.map(({ kind, text, start }, place) => {
    if (kind === 'code') return `\n\`\`\`\n${text}\n\`\`\` [${number}]\n`
    if (kind === 'term' || kind === 'header') return `${place === 0 ? '' : '\n'}${text}\n`
    if (kind === 'item')
      return `${place === 0 ? '' : '\n'}${markerBefore(hit.text, start)} ${text} [${number}]`
    const before = parts[place - 1]?.kind
    const gap = kind === 'row' && before === 'row' ? '\n' : before === 'sentence' ? ' ' : ''
    return `${gap}${text} [${number}]`
  })
  return lines.join('').trim() + (isCut ? '\n(The list goes on in the source.)' : '')
}

/** "3." in a numbered list, otherwise "-". */
function markerBefore(text: string, start: number): string {
  return /(\d{1,9}[.)])\s+$/.exec(text.slice(Math.max(0, start - 16), start))?.[1] ?? '-'
}

export function placeOf({ document }: Hit, path: readonly string[]): string {
  return [document.title, ...path].join(' › ')
}

export type CitationBook = {
  /** Without a path, the passage as a whole is cited, under the headings above its beginning. */
  cite(hit: Hit, path?: readonly string[]): number
  citations(): Citation[]
}

/** Numbers what is cited in the order in which it is first cited. */
export function citationBook(): CitationBook {
  const numbers = new Map<string, Citation>()
  return {
    cite(hit, path = headingsAbove(hit)) {
      const name = JSON.stringify([hit.chunk.id, ...path])
      const known = numbers.get(name)
      if (known) return known.number
      const number = numbers.size + 1
      numbers.set(name, { number, hit, path })
      return number
    },
    citations: () => [...numbers.values()],
  }
}

function headingsAbove({ chunk, document }: Hit): string[] {
  return chunk.sectionPath.filter(heading => heading !== document.title)
}

/** "[1] Title, Section › Part, p. 12 (source)". */
function describeCitation({ number, hit, path }: Citation): string {
  const { document, chunk } = hit
  const place = [
    path.join(' › '),
    chunk.pages === null ? '' : citePages({ ...chunk.pages, fileType: document.fileType }),
  ]
    .filter(part => part !== '')
    .join(', ')
  return `[${number}] ${document.title}${place === '' ? '' : `, ${place}`} (${document.source})`
}

export function renderCitations(citations: readonly Citation[]): string {
  return ['Citations:', ...citations.map(describeCitation)].join('\n')
}
