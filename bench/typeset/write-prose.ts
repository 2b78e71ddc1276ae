import type { Random } from '../../src/app/eval/seeded-random.ts'
import * as lexicon from './lexicon.ts'

/** A run of words, as LaTeX writes it and as it is read on the page. */
export type Piece = { latex: string; text: string }

/** Pieces are separated by spaces; a footnote mark is printed directly behind a piece. */
export type Sentence = { pieces: readonly Piece[]; text: string }

export type ProseWriter = {
  /** A sentence that this writer has not written before. */
  sentence(): Sentence
  /** A sentence without maths and citations, for captions, footnotes and the abstract. */
  plainSentence(): Sentence
  heading(): string
  title(): string
  person(): string
}

type Draw = {
  random: Random
  pick(words: readonly string[]): string
  noun(): string
  thing(): string
  amount(): Piece
}

/** Writes English sentences about paper, printing and archives by a small grammar; equal seeds write equal texts. */
export function proseWriter(random: Random): ProseWriter {
  const written = new Set<string>()
  const draw = drawer(random)
  const fresh = <T>(make: () => T, textOf: (made: T) => string): T => {
    for (let tries = 0; tries < 1_000; tries++) {
      const made = make()
      const key = textOf(made).toLowerCase()
      if (written.has(key)) continue
      written.add(key)
      return made
    }
    throw new Error('The grammar has no further text of this kind.')
  }
  const heading = () => capitalise(random.pick(headingFrames)(draw))
  return {
    sentence: () => fresh(() => writeSentence(random.pick([...plainFrames, ...richFrames]), draw), textOf),
    plainSentence: () => fresh(() => writeSentence(random.pick(plainFrames), draw), textOf),
    heading: () => fresh(heading, text => text),
    title: () =>
      fresh(
        () => capitalise(random.pick(titleFrames)(draw)),
        text => text,
      ),
    person: () =>
      fresh(
        () => `${random.pick(lexicon.givenNames)} ${random.pick(lexicon.familyNames)}`,
        text => text,
      ),
  }
}

const textOf = (sentence: Sentence) => sentence.text

function drawer(random: Random): Draw {
  const pick = (words: readonly string[]) => random.pick(words)
  const noun = () => {
    const head =
      random.next() < 0.35 ? `${pick(lexicon.modifiers)} ${pick(lexicon.nouns)}` : pick(lexicon.nouns)
    return random.next() < 0.7 ? `${pick(lexicon.adjectives)} ${head}` : head
  }
  return { random, pick, noun, thing: () => `the ${noun()}`, amount: () => writeAmount(random) }
}

type Frame = (draw: Draw) => readonly (string | Piece)[]

/** The last string of a frame carries the full stop. */
const plainFrames: readonly Frame[] = [
  d => [d.thing(), `${d.pick(lexicon.verbs)} ${d.thing()}`, `${d.pick(lexicon.circumstances)}.`],
  d => [
    `${d.pick(lexicon.openers)},`,
    d.thing(),
    `${d.pick(lexicon.verbs)} ${d.thing()},`,
    `${trailing(d)}.`,
  ],
  d => [
    `although ${d.thing()}`,
    `${d.pick(lexicon.verbs)} ${d.thing()},`,
    d.thing(),
    `${d.pick(lexicon.states)}.`,
  ],
  d => [
    `we ${d.pick(lexicon.weVerbs)} that`,
    d.thing(),
    `${d.pick(lexicon.verbs)} ${d.thing()}`,
    `${d.pick(lexicon.circumstances)}.`,
  ],
  d => [
    d.thing(),
    `${d.pick(lexicon.states)}`,
    `because ${d.thing()}`,
    `${d.pick(lexicon.verbs)} ${d.thing()}.`,
  ],
  d => [
    `when ${d.thing()}`,
    `${d.pick(lexicon.states)},`,
    `the ${d.pick(lexicon.people)}`,
    `${d.pick(lexicon.verbs)} ${d.thing()}`,
    `and left ${d.thing()} untouched.`,
  ],
  d => [
    `neither ${d.thing()}`,
    `nor ${d.thing()}`,
    `${d.pick(lexicon.verbs)} ${d.thing()},`,
    `which the ${d.pick(lexicon.people)} had not expected.`,
  ],
  d => [
    `the ${d.pick(lexicon.people)} called this “${d.pick(lexicon.modifiers)} ${d.pick(lexicon.nouns)}”`,
    `and ${d.pick(lexicon.verbs)} ${d.thing()}`,
    `${d.pick(lexicon.circumstances)}.`,
  ],
  d => [
    `it ${d.pick(lexicon.followsVerbs)} that`,
    `${d.thing()} — and not ${d.thing()} —`,
    `${d.pick(lexicon.verbs)} ${d.thing()}.`,
  ],
  d => [
    `${d.pick(lexicon.openers)}, ${d.thing()}`,
    `${d.pick(lexicon.states)};`,
    `${d.thing()} ${d.pick(lexicon.verbs)} ${d.thing()}`,
    `only ${d.pick(lexicon.circumstances)}.`,
  ],
]

const richFrames: readonly Frame[] = [
  d => [
    d.thing(),
    `${d.pick(lexicon.verbs)} ${d.thing()} by`,
    d.amount(),
    `${d.pick(lexicon.circumstances)}.`,
  ],
  d => [
    `at`,
    d.amount(),
    `${d.thing()} ${d.pick(lexicon.states)},`,
    `whereas ${d.thing()} needed`,
    d.amount(),
    `in the same trial.`,
  ],
  d => [
    `the results of ${d.pick(lexicon.familyNames)} et al. [${1 + d.random.below(12)}]`,
    `suggest that ${d.thing()}`,
    `${d.pick(lexicon.verbs)} ${d.thing()}.`,
  ],
  d => [
    `for`,
    writeRelation(d.random),
    `${d.thing()} ${d.pick(lexicon.verbs)} ${d.thing()}`,
    `${d.pick(lexicon.circumstances)}.`,
  ],
  d => [
    `as Fig. ${1 + d.random.below(4)} shows,`,
    `${d.thing()} ${d.pick(lexicon.verbs)} ${d.thing()}`,
    `once ${d.thing()} ${d.pick(lexicon.states)}.`,
  ],
  d => [
    `a second series (see Table ${1 + d.random.below(3)}) with`,
    d.amount(),
    `of ${d.pick(lexicon.nouns)}`,
    `${d.pick(lexicon.verbs)} ${d.thing()} instead.`,
  ],
  d => [
    `several ${d.pick(lexicon.people)}s [${1 + d.random.below(6)}, ${7 + d.random.below(6)}]`,
    `assume that`,
    writeRelation(d.random),
    `holds for ${d.thing()},`,
    `but ${d.thing()} ${d.pick(lexicon.states)}.`,
  ],
]

const headingFrames: readonly ((draw: Draw) => string)[] = [
  d => `${d.pick(lexicon.headingActs)} the ${d.pick(lexicon.modifiers)} ${d.pick(lexicon.nouns)}`,
  d =>
    `${d.pick(lexicon.adjectives)} ${d.pick(lexicon.nouns)} and ${d.pick(lexicon.modifiers)} ${d.pick(lexicon.nouns)}`,
  d => `${d.pick(lexicon.headingTopics)} of the ${d.pick(lexicon.nouns)}`,
  d => `${d.pick(lexicon.modifiers)} ${d.pick(lexicon.nouns)}`,
]

const titleFrames: readonly ((draw: Draw) => string)[] = [
  d =>
    `how the ${d.noun()} ${d.pick(lexicon.verbs)} the ${d.pick(lexicon.modifiers)} ${d.pick(lexicon.nouns)}`,
  d =>
    `${d.pick(lexicon.headingTopics)} of the ${d.noun()} in ${d.pick(lexicon.adjectives)} ${d.pick(lexicon.nouns)} archives`,
  d =>
    `${d.pick(lexicon.headingActs)} the ${d.noun()}: a ${d.pick(lexicon.adjectives)} approach to the ${d.pick(lexicon.nouns)}`,
]

function trailing(draw: Draw): string {
  const { pick } = draw
  return draw.random.next() < 0.5
    ? `while ${draw.thing()} ${pick(lexicon.states)}`
    : `${pick(lexicon.circumstances)} and ${pick(lexicon.circumstances)}`
}

function writeSentence(frame: Frame, draw: Draw): Sentence {
  const pieces = frame(draw).map(part => (typeof part === 'string' ? asPiece(part) : part))
  const [first = asPiece(''), ...rest] = pieces
  const begun = [{ latex: capitalise(first.latex), text: capitalise(first.text) }, ...rest]
  return { pieces: begun, text: begun.map(piece => piece.text).join(' ') }
}

const units = ['mm', 'g', 'hours', 'sheets', 'kPa', 'days', 'lines per inch', 'percent']

function writeAmount(random: Random): Piece {
  const whole = 2 + random.below(97)
  const number = random.next() < 0.5 ? `${whole}.${1 + random.below(9)}` : String(whole)
  return asPiece(`${number} ${random.pick(units)}`)
}

const symbols: readonly Piece[] = [
  { latex: 'k', text: 'k' },
  { latex: 'n', text: 'n' },
  { latex: '\\alpha', text: 'α' },
  { latex: '\\mu', text: 'μ' },
  { latex: 'x_{1}', text: 'x1' },
  { latex: 't_{2}', text: 't2' },
]

function writeRelation(random: Random): Piece {
  const symbol = random.pick(symbols)
  const value = `${1 + random.below(9)}.${1 + random.below(9)}`
  const sign = random.pick(['=', '<', '>'])
  return { latex: `$${symbol.latex} ${sign} ${value}$`, text: `${symbol.text} ${sign} ${value}` }
}

export function asPiece(text: string): Piece {
  return { latex: escapeLatex(text), text }
}

export function escapeLatex(text: string): string {
  return text
    .replace(/[\\{}%&#_$]/g, '\\$&')
    .replaceAll('“', '``')
    .replaceAll('”', "''")
    .replaceAll('—', '---')
    .replaceAll('–', '--')
    .replaceAll('et al. ', 'et al.\\ ')
    .replaceAll('Fig. ', 'Fig.~')
}

function capitalise(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
