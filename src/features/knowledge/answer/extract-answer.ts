import type { Hit } from '../../../core/model/hit.ts'
import { chooseSentences } from './choose-sentences.ts'
import { citationBook, renderCitations } from './cite-passages.ts'
import type { Draft } from './draft.ts'
import type { Evidence } from './gather-evidence.ts'
import type { ScoredSentence } from './score-sentences.ts'
import type { Statement } from './types.ts'

const label = 'Word for word from the sources:'

/** The best sentences, verbatim, grouped by where they stand. Nothing is said that a source does not say. */
export function extractAnswer(answered: readonly Evidence[]): Draft {
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

/** Sentences of one section together and in its order; sections in the order of their best sentence. */
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
