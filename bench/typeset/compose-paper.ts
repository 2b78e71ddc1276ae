import { type Random, seededRandom } from '../../src/app/eval/seeded-random.ts'
import * as lexicon from './lexicon.ts'
import { type ProseWriter, proseWriter, type Sentence } from './write-prose.ts'

/** A footnote's mark is printed behind a piece of the sentence. */
export type MarkedSentence = Sentence & { footnote: { afterPiece: number; text: Sentence } | null }

export type Figure = {
  kind: 'chart' | 'flow'
  caption: Sentence
  labels: readonly string[]
  isWide: boolean
  place: 't' | 'b'
}

export type Table = {
  style: 'booktabs' | 'ruled'
  caption: Sentence
  /** The head row; with `groups`, a row of merged cells is printed above it. */
  head: readonly string[]
  groups: readonly [string, string] | null
  rows: readonly (readonly string[])[]
  isWide: boolean
  place: 't' | 'b'
}

export type Block =
  | { kind: 'paragraph'; sentences: readonly MarkedSentence[] }
  | { kind: 'list'; isNumbered: boolean; items: readonly (readonly MarkedSentence[])[] }
  | { kind: 'equation'; latex: string }
  | { kind: 'figure'; figure: Figure }
  | { kind: 'table'; table: Table }

export type Section = { level: 1 | 2 | 3; title: string; blocks: readonly Block[] }

export type Paper = {
  title: string
  runningHead: string
  authors: readonly { name: string; place: string }[]
  abstract: readonly Sentence[]
  sections: readonly Section[]
  references: readonly string[]
  firstPage: number
}

/** Composes a paper from its seed, without any layout. */
export function composePaper(options: {
  seed: number
  sentences: number
  deepest: 2 | 3
  firstPage: number
  /** 1 for a paper with many floats and footnotes; less for fewer. */
  density: number
}): Paper {
  const random = seededRandom(options.seed)
  const prose = proseWriter(random)
  const title = prose.title()
  return {
    title,
    runningHead: prose.heading(),
    authors: Array.from({ length: 2 + random.below(2) }, () => ({
      name: prose.person(),
      place: random.pick(lexicon.places),
    })),
    abstract: times(5, () => prose.plainSentence()),
    sections: composeSections({ ...options, random, prose }),
    references: times(12 + random.below(8), () => composeReference(random, prose)),
    firstPage: options.firstPage,
  }
}

type Making = { random: Random; prose: ProseWriter; density: number }

function composeSections(making: Making & { sentences: number; deepest: 2 | 3 }): Section[] {
  const { random, prose } = making
  const sections: Section[] = []
  const floats = floatMaker(making)
  let written = 0
  while (written < making.sentences) {
    const blocks = composeBlocks(making, floats)
    sections.push({ level: nextLevel(sections, making), title: prose.heading(), blocks })
    written += blocks.reduce((sum, block) => sum + countSentences(block), 0)
  }
  const closing: Block = {
    kind: 'paragraph',
    sentences: times(4 + random.below(3), () => unmarked(prose.sentence())),
  }
  return [...sections, { level: 1, title: 'Conclusion', blocks: [closing] }]
}

function nextLevel(
  sections: readonly Section[],
  { random, deepest }: { random: Random; deepest: 2 | 3 },
): 1 | 2 | 3 {
  const last = sections.at(-1)?.level
  if (last === undefined || random.next() < 0.35) return 1
  if (last === 1) return 2
  return deepest === 3 && random.next() < 0.4 ? 3 : 2
}

function countSentences(block: Block): number {
  if (block.kind === 'paragraph') return block.sentences.length
  return block.kind === 'list' ? block.items.flat().length : 0
}

/** Two to four paragraphs; between them floats, lists and equations. */
function composeBlocks(making: Making, nextFloat: () => Block): Block[] {
  const { random, prose } = making
  const paragraph = (): Block => ({
    kind: 'paragraph',
    sentences: times(3 + random.below(6), () => perhapsMarked(making)),
  })
  const blocks: Block[] = [paragraph()]
  for (let count = 1 + random.below(3); count > 0; count--) {
    const chance = random.next()
    if (chance < 0.3 * making.density) blocks.push(nextFloat())
    else if (chance < 0.42 * making.density) blocks.push({ kind: 'equation', latex: composeEquation(random) })
    else if (chance < 0.55 * making.density) {
      const items = times(3 + random.below(2), () =>
        times(1 + random.below(2), () => unmarked(prose.sentence())),
      )
      blocks.push({ kind: 'list', isNumbered: random.next() < 0.4, items })
    }
    blocks.push(paragraph())
  }
  return blocks
}

/** Every second float spans the page; kinds and places rotate, so that a short paper has all of them. */
function floatMaker({ random, prose }: Pick<Making, 'random' | 'prose'>): () => Block {
  let made = random.below(4)
  return () => {
    const isWide = made % 2 === 1
    const place = random.next() < 0.6 ? 't' : 'b'
    const caption = prose.plainSentence()
    const isFigure = made % 4 < 2
    made += 1
    if (!isFigure)
      return { kind: 'table', table: { ...composeTable(random, isWide), caption, isWide, place } }
    const kind = random.next() < 0.5 ? 'chart' : 'flow'
    const labels = drawDistinct(random, lexicon.chartLabels, isWide ? 7 : 5)
    return { kind: 'figure', figure: { kind, caption, labels, isWide, place } }
  }
}

function composeTable(random: Random, isWide: boolean): Pick<Table, 'style' | 'head' | 'groups' | 'rows'> {
  const columns = isWide ? 5 : 3
  const number = () =>
    random.next() < 0.3 ? String(10 + random.below(900)) : (100 * random.next()).toFixed(2)
  const rows = drawDistinct(random, lexicon.nouns, 4 + random.below(4)).map(label => [
    label,
    ...times(columns - 1, number),
  ])
  const head = [
    'Specimen',
    ...drawDistinct(random, ['Density', 'Caliper', 'Folds', 'Weight', 'Days', 'Gloss'], columns - 1),
  ]
  const groups: readonly [string, string] | null =
    isWide && random.next() < 0.6 ? ['Before treatment', 'After treatment'] : null
  return { style: random.next() < 0.5 ? 'booktabs' : 'ruled', head, groups, rows }
}

function composeEquation(random: Random): string {
  return random.pick([
    'd_{k} = \\sum_{i=1}^{n} \\frac{w_{i} - \\mu}{\\sigma_{i}}',
    'R(t) = R_{0} \\exp\\left(-\\frac{t}{\\tau}\\right) + \\varepsilon',
    '\\alpha^{2} + \\beta^{2} \\le \\int_{0}^{T} f(s)\\, ds',
    'p(x \\mid y) = \\frac{p(y \\mid x)\\, p(x)}{p(y)}',
  ])
}

function composeReference(random: Random, prose: ProseWriter): string {
  const year = 1951 + random.below(70)
  const pages = 10 + random.below(400)
  const author = `${random.pick(lexicon.givenNames).charAt(0)}. ${random.pick(lexicon.familyNames)}`
  return `${author}, ${prose.title()}, Journal of Printed Matter ${1 + random.below(60)}, ${pages}–${pages + 12} (${year}).`
}

function perhapsMarked({ random, prose, density }: Making): MarkedSentence {
  const sentence = prose.sentence()
  if (random.next() > 0.05 * density) return unmarked(sentence)
  const afterPiece = random.next() < 0.5 ? sentence.pieces.length - 1 : random.below(sentence.pieces.length)
  // A digit behind a number or a formula would change it.
  if (/\d$|\$$/.test(sentence.pieces[afterPiece]?.latex ?? '')) return unmarked(sentence)
  return { ...sentence, footnote: { afterPiece, text: prose.plainSentence() } }
}

function unmarked(sentence: Sentence): MarkedSentence {
  return { ...sentence, footnote: null }
}

function drawDistinct(random: Random, items: readonly string[], count: number): string[] {
  const left = [...items]
  return times(Math.min(count, left.length), () => left.splice(random.below(left.length), 1)[0] ?? '')
}

function times<T>(count: number, make: () => T): T[] {
  return Array.from({ length: count }, make)
}
