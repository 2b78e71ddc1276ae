import type { Block, MarkedSentence, Paper, Table } from './compose-paper.ts'
import type { PaperClass } from './paper-classes.ts'

export type TrueSentence = {
  text: string
  kind: 'abstract' | 'body' | 'item'
  /** The title of its section; null in the abstract. */
  section: string | null
  /** Sentences with equal numbers are in one paragraph or one item of a list. */
  paragraph: number
  /** The footnote mark in the sentence: its number, and the text before it. */
  mark: { number: number; before: string } | null
}

/** What a reader of the typeset paper must find, from its source. */
export type Truth = {
  class: string
  seed: number
  title: string
  authors: string[]
  headings: { level: number; title: string }[]
  sentences: TrueSentence[]
  captions: string[]
  footnotes: string[]
  /** Rows of cells, the head first; a merged cell is repeated. */
  tables: string[][][]
  figureLabels: string[]
  references: string[]
  runningHeads: string[]
  printedPages: { first: number; prefix: string; on: 'all' | 'not first' | 'none' }
}

export function describeTruth(paper: Paper, paperClass: PaperClass, seed: number): Truth {
  const sentences: TrueSentence[] = paper.abstract.map(({ text }) => ({
    text,
    kind: 'abstract',
    section: null,
    paragraph: 0,
    mark: null,
  }))
  const footnotes: string[] = []
  let paragraph = 0
  const add = (sentence: MarkedSentence, kind: 'body' | 'item', section: string) => {
    const { text, footnote } = sentence
    if (footnote) footnotes.push(footnote.text.text)
    const mark = footnote
      ? {
          number: footnotes.length,
          before: sentence.pieces
            .slice(0, footnote.afterPiece + 1)
            .map(piece => piece.text)
            .join(' '),
        }
      : null
    sentences.push({ text, kind, section, paragraph, mark })
  }
  for (const { title, blocks } of paper.sections)
    for (const block of blocks)
      for (const group of groupsOf(block)) {
        paragraph += 1
        for (const sentence of group) add(sentence, block.kind === 'list' ? 'item' : 'body', title)
      }
  const blocks = paper.sections.flatMap(section => section.blocks)
  const figures = blocks.flatMap(block => (block.kind === 'figure' ? [block.figure] : []))
  const tables = blocks.flatMap(block => (block.kind === 'table' ? [block.table] : []))
  return {
    class: paperClass.name,
    seed,
    title: paper.title,
    authors: paper.authors.map(({ name }) => name),
    headings: [
      ...paper.sections.map(({ level, title }) => ({ level, title })),
      { level: 1, title: 'References' },
    ],
    sentences,
    captions: blocks.flatMap(captionOf),
    footnotes,
    tables: tables.map(rowsOf),
    figureLabels: figures.flatMap(({ labels }) => labels),
    references: [...paper.references],
    runningHeads: [paper.runningHead, 'Transactions on Printed Matter', 'Notes on Printed Matter'],
    printedPages: {
      first: paper.firstPage,
      prefix: paperClass.numberPrefix(seed),
      on: paperClass.printsNumbers,
    },
  }
}

/** The sentences of a block, by paragraph. */
function groupsOf(block: Block): readonly (readonly MarkedSentence[])[] {
  if (block.kind === 'paragraph') return [block.sentences]
  return block.kind === 'list' ? block.items : []
}

function captionOf(block: Block): string[] {
  if (block.kind === 'figure') return [block.figure.caption.text]
  return block.kind === 'table' ? [block.table.caption.text] : []
}

function rowsOf({ head, groups, rows }: Table): string[][] {
  const half = (head.length - 1) / 2
  const merged = groups ? [['', ...Array(half).fill(groups[0]), ...Array(half).fill(groups[1])]] : []
  return [...merged, [...head], ...rows.map(row => [...row])]
}
