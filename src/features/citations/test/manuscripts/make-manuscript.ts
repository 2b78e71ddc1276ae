import type { Random } from '../../../../app/eval/seeded-random.ts'
import type { Source } from './make-sources.ts'

export type Verdict =
  | 'exact'
  | 'close'
  | 'wrong_page'
  | 'wrong_source'
  | 'unknown_citekey'
  | 'uncited'
  /** Quoted words that are no quotation: no alarm. */
  | 'silent'

/** A work as the manuscript cites it; an unknown one is not in the library. */
export type Cited = { citekey: string; family: string; year: number; title: string; page: string | null }

/** A part of a paragraph: words, words in quotation marks, or a citation. */
export type Part =
  | { kind: 'words'; text: string }
  | { kind: 'quote'; text: string }
  | { kind: 'cite'; form: 'brackets' | 'sentence' | 'note'; cited: Cited }

export type Paragraph = { kind: 'heading' | 'text' | 'block'; parts: Part[] }

/** What the check must find: the words of the quotation (or the key of a citation without one) and the verdict. */
export type Truth = { text: string; expected: Verdict; isCitation: boolean }

export type DraftManuscript = { paragraphs: Paragraph[]; truths: Truth[] }

/** How many of each kind; `silent` are quoted words that are no quotations. */
const counts = { each: 10, silent: 20 }

/** Makes a manuscript of about ten pages whose faults are known. `shapes` are the ways to present a quotation. */
export function makeManuscript(
  sources: readonly Source[],
  random: Random,
  shapes: readonly Shape[] = allShapes,
): DraftManuscript {
  const used = new Set<string>()
  const truths: Truth[] = []
  const paragraphs: Paragraph[] = []
  const take = () => takeQuote(sources, random, used)
  const add = (paragraph: Paragraph, truth: Omit<Truth, 'isCitation'>, isCitation = false) => {
    paragraphs.push(paragraph)
    truths.push({ ...truth, isCitation })
  }
  for (let index = 0; index < counts.each; index++) {
    const shape = () => random.pick(shapes)
    const exact = take()
    add(present(shape(), exact.text, citeOf(exact), random), { text: exact.text, expected: 'exact' })
    const source = take()
    const altered = alter(source.text, random)
    add(present(shape(), altered, citeOf(source), random), { text: altered, expected: 'close' })
    const moved = take()
    const page = otherPage(moved, random)
    add(present(shape(), moved.text, { ...citeOf(moved), page }, random), {
      text: moved.text,
      expected: 'wrong_page',
    })
    const foreign = take()
    const claimed = random.pick(sources.filter(one => one !== foreign.source))
    const claimedPage = random.pick(claimed.pages).label
    add(present(shape(), foreign.text, { ...worksAs(claimed), page: claimedPage }, random), {
      text: foreign.text,
      expected: 'wrong_source',
    })
    const lost = unknownWork(index, random)
    const quoted = index % 2 === 0 ? take() : null
    if (quoted !== null)
      add(present(shape(), quoted.text, lost, random), { text: quoted.text, expected: 'unknown_citekey' })
    else add(mention(lost, random), { text: lost.citekey, expected: 'unknown_citekey' }, true)
    const bare = take()
    add(uncited(bare.text, random), { text: bare.text, expected: 'uncited' })
    for (const phrase of [0, 1].map(
      offset => silentPhrases[(2 * index + offset) % silentPhrases.length] ?? '',
    ))
      add(scare(phrase, random), { text: phrase, expected: 'silent' })
    if (index % 2 === 0)
      paragraphs.push({ kind: 'heading', parts: [{ kind: 'words', text: heading(random) }] })
    paragraphs.push({ kind: 'text', parts: [{ kind: 'words', text: prose(random, 5) }] })
  }
  return { paragraphs: shuffleTexts(paragraphs, random), truths }
}

export type Shape = 'brackets' | 'brackets-inside' | 'sentence' | 'note' | 'block'
export const allShapes: readonly Shape[] = ['brackets', 'brackets-inside', 'sentence', 'note', 'block']

type Taken = { text: string; source: Source; page: string }

/** A whole sentence, part of one, or two sentences of the same page. */
function takeQuote(sources: readonly Source[], random: Random, used: Set<string>): Taken {
  for (;;) {
    const source = random.pick(sources)
    const page = random.pick(source.pages)
    const at = random.below(page.sentences.length - 1)
    const sentence = page.sentences[at] ?? ''
    const key = `${source.citekey} ${page.label} ${at}`
    const next = `${source.citekey} ${page.label} ${at + 1}`
    if (used.has(key)) continue
    used.add(key)
    const draw = random.next()
    if (draw < 0.25 && !used.has(next)) {
      used.add(next)
      return { source, page: page.label, text: `${sentence} ${page.sentences[at + 1]}` }
    }
    const words = sentence.replace(/\.$/, '').split(' ')
    if (draw < 0.6) return { source, page: page.label, text: words.slice(1).join(' ') }
    return { source, page: page.label, text: sentence.replace(/\.$/, '') }
  }
}

function worksAs({ citekey, author, year, title }: Source): Omit<Cited, 'page'> {
  return { citekey, family: author.family, year, title }
}

function citeOf({ source, page }: Taken): Cited {
  return { ...worksAs(source), page }
}

function otherPage({ source, page }: Taken, random: Random): string {
  return random.pick(source.pages.filter(({ label }) => label !== page)).label
}

const replacements = ['lanterns', 'soldiers', 'painted', 'gladly', 'orchards', 'thirteen']

/** Changes one or two words in the middle of a quotation. */
function alter(text: string, random: Random): string {
  const words = text.split(' ')
  const at = 3 + random.below(Math.max(1, words.length - 6))
  const draw = random.next()
  if (draw < 0.5) words[at] = random.pick(replacements)
  else if (draw < 0.75) words.splice(at, 1)
  else words.splice(at, 0, random.pick(replacements))
  return words.join(' ')
}

const strangers = ['Vandermeer', 'Quillfeather', 'Ostrowski', 'Bellingcat', 'Yamashiro']

function unknownWork(index: number, random: Random): Cited {
  const family = strangers[index % strangers.length] ?? ''
  const year = 1990 + index
  return {
    citekey: `${family.toLowerCase()}${year}`,
    family,
    year,
    title: 'A Book That Nobody Has',
    page: String(1 + random.below(300)),
  }
}

const introductions = [
  'It has been observed that',
  'One account insists that',
  'The claim is plain:',
  'We read that',
]
const continuations = [
  'a point to which we return below.',
  'and the evidence supports it.',
  'or so it seemed.',
]

function words(text: string): Part {
  return { kind: 'words', text }
}

function present(shape: Shape, text: string, cited: Cited, random: Random): Paragraph {
  const quote: Part = { kind: 'quote', text }
  const intro = `${prose(random, 2)} ${random.pick(introductions)} `
  switch (shape) {
    case 'brackets':
      return textOf([words(intro), quote, words(' '), { kind: 'cite', form: 'brackets', cited }, words('.')])
    case 'brackets-inside':
      return textOf([
        words(intro),
        quote,
        words(' '),
        { kind: 'cite', form: 'brackets', cited },
        words(`, ${random.pick(continuations)} ${prose(random, 1)}`),
      ])
    case 'sentence':
      return textOf([
        words(`${prose(random, 2)} `),
        { kind: 'cite', form: 'sentence', cited },
        words(' writes: '),
        quote,
        words(`. ${prose(random, 1)}`),
      ])
    case 'note':
      return textOf([
        words(intro),
        quote,
        words('.'),
        { kind: 'cite', form: 'note', cited },
        words(` ${prose(random, 1)}`),
      ])
    case 'block':
      return { kind: 'block', parts: [words(text), words(' '), { kind: 'cite', form: 'brackets', cited }] }
  }
}

function textOf(parts: Part[]): Paragraph {
  return { kind: 'text', parts }
}

function uncited(text: string, random: Random): Paragraph {
  return textOf([
    words(`${prose(random, 1)} As somebody once put it, `),
    { kind: 'quote', text },
    words(`. ${prose(random, 2)}`),
  ])
}

function mention(cited: Cited, random: Random): Paragraph {
  return textOf([
    words(`${prose(random, 1)} The matter has been discussed at length elsewhere `),
    { kind: 'cite', form: 'brackets', cited },
    words(`. ${prose(random, 1)}`),
  ])
}

function scare(phrase: string, random: Random): Paragraph {
  return textOf([
    words(`${prose(random, 1)} What was then called `),
    { kind: 'quote', text: phrase },
    words(` is a different thing today. ${prose(random, 1)}`),
  ])
}

const silentPhrases =
  'progress|the public|freedom of trade|good old days|common sense|modernity|the people|state of the art|natural order|so-called experts|a gift|home|development|business as usual|the end of history|free markets|efficiency|the right stuff|civilisation|too big to fail'.split(
    '|',
  )

const ownSubjects =
  'This chapter|The argument|Such a reading|The comparison|My interest here|The present study|Our second case'.split(
    '|',
  )
const ownVerbs = 'turns to|departs from|takes issue with|builds upon|leaves aside|returns to|sets out'.split(
  '|',
)
const ownObjects =
  'a question of method|the usual chronology|what historians have made of trade|the limits of comparison|a debate about sources|the politics of record keeping|an older literature on markets'.split(
    '|',
  )
const ownEndings =
  'and it does so with some caution|which needs more than one example|though the material is uneven|as the following pages try to show|if only to clear the ground|because the stakes are high'.split(
    '|',
  )

function prose(random: Random, sentences: number): string {
  return Array.from(
    { length: sentences },
    () =>
      `${random.pick(ownSubjects)} ${random.pick(ownVerbs)} ${random.pick(ownObjects)}, ${random.pick(ownEndings)}.`,
  ).join(' ')
}

function heading(random: Random): string {
  return random.pick(['On Method', 'Markets and Rules', 'What the Record Shows', 'A Second Look'])
}

/** Mixes the paragraphs, so that faults of one kind are not next to each other. */
function shuffleTexts(paragraphs: readonly Paragraph[], random: Random): Paragraph[] {
  return paragraphs
    .map(paragraph => ({ paragraph, key: random.next() }))
    .sort((one, other) => one.key - other.key)
    .map(({ paragraph }) => paragraph)
}
