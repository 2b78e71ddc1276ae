import { makePdf } from '../../../../adapters/converters/pdf/test/make-pdf.ts'
import type { Random } from '../../../../app/eval/seeded-random.ts'

/** A source of the library: a PDF with printed page labels, and its reference. */
export type Source = {
  citekey: string
  author: { family: string; given: string }
  year: number
  title: string
  /** By page: its printed label and its sentences. */
  pages: { label: string; sentences: string[] }[]
}

const people = [
  ['Lessig', 'Lawrence'],
  ['Arendt', 'Hannah'],
  ['Okonkwo', 'Chidi'],
  ['Müller', 'Beate'],
  ['Ferrante', 'Giulia'],
  ['Haraway', 'Joan'],
] as const
const topics = ['Paper', 'Archives', 'Printing', 'Memory', 'Cities', 'Rivers']

const subjects =
  'the printers|most readers|these archives|many small presses|the early statutes|our informants|the guild masters|several merchants|the colonial offices|later editors|the river towns|private collectors|the clerks of the court|a handful of scholars|the paper mills|its first owners|the travelling booksellers|two generations of teachers|the censors|the harbour authorities'.split(
    '|',
  )
const verbs =
  'kept|abandoned|described|quietly replaced|rarely questioned|defended|measured|copied|never trusted|inherited|rewrote|overlooked|praised|registered|rejected|borrowed|sold|restored|resisted|divided'.split(
    '|',
  )
const objects =
  'the older ledgers|a second set of rules|the price of rags|every account of the flood|their own privileges|the maps of the delta|a catalogue without dates|the letters of the founders|the habits of their apprentices|a common measure of weight|the binding orders|an unfinished index|the claims of their rivals|the silver currency|the watermarks of the north|a debt that nobody remembered|the vocabulary of the trade|the calendar of fairs|the rights of widows|a theory of circulation'.split(
    '|',
  )
const endings =
  'because no court would hear the case|although the harvest had failed twice|before the new road reached the valley|while the council debated the tariff|so that strangers could follow the argument|until a fire destroyed the northern wing|as if the century had not ended|when the last mill closed its doors|in spite of the warnings of the bishop|without asking who would pay for it|which surprised even the most patient observers|and called the result a tradition|long after the reason had been forgotten|under conditions that we would call unfair|in a language that few of them could read|for the sake of a peace that did not last'.split(
    '|',
  )
const openings =
  'In those years|By contrast|For this reason|According to the minutes|At the end of the war|In the southern districts|Once the treaty was signed|During the long winter|As the tables show|To everyone’s relief|After the second census|Among the survivors'.split(
    '|',
  )

function capitalise(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

/** Sentences that do not repeat: the generator draws again when it made one before. */
function sentenceMaker(random: Random): () => string {
  const made = new Set<string>()
  return () => {
    for (;;) {
      const clause = `${random.pick(subjects)} ${random.pick(verbs)} ${random.pick(objects)} ${random.pick(endings)}`
      const sentence = random.next() < 0.4 ? `${random.pick(openings)}, ${clause}.` : `${capitalise(clause)}.`
      if (made.has(clause)) continue
      made.add(clause)
      return sentence
    }
  }
}

export function makeSources(random: Random): Source[] {
  const next = sentenceMaker(random)
  return people.map(([family, given], index) => {
    const first = 20 + 40 * index + random.below(15)
    const year = 1961 + 7 * index + random.below(5)
    const topic = topics[index] ?? ''
    return {
      citekey: `${family
        .normalize('NFKD')
        .replace(/\P{ASCII}/gu, '')
        .toLowerCase()}${year}${topic.toLowerCase()}`,
      author: { family, given },
      year,
      title: `A History of ${topic} in the Delta`,
      pages: Array.from({ length: 10 }, (_, page) => ({
        label: String(first + page),
        sentences: Array.from({ length: 9 }, next),
      })),
    }
  })
}

export function writeSource({ title, pages }: Source): Uint8Array {
  const [first] = pages
  return makePdf({
    title,
    labels: `[0 <</S/D/St ${first?.label ?? 1}>>]`,
    pages: pages.map(({ sentences }, index) => ({
      operators: drawLines([...(index === 0 ? [title, ''] : []), ...wrapText(sentences.join(' '), 88)]),
    })),
  })
}

export function writeBibliography(sources: readonly Source[]): string {
  return sources
    .map(
      ({ citekey, author, year, title }) =>
        `@book{${citekey},\n  author = {${author.family}, ${author.given}},\n  title = {${title}},\n  year = {${year}},\n}\n`,
    )
    .join('\n')
}

export function wrapText(text: string, width: number): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(/\s+/)) {
    if (line !== '' && line.length + word.length + 1 > width) {
      lines.push(line)
      line = ''
    }
    line = line === '' ? word : `${line} ${word}`
  }
  return line === '' ? lines : [...lines, line]
}

const winAnsi: Readonly<Record<string, string>> = {
  '“': '\\223',
  '”': '\\224',
  '„': '\\204',
  '‘': '\\221',
  '’': '\\222',
  '‚': '\\202',
  '–': '\\226',
  '—': '\\227',
  '…': '\\205',
}

/** Lines from the top of a page; an empty one is a blank line. */
export function drawLines(lines: readonly string[]): string {
  return lines
    .map((line, index) => {
      const text = line.replace(/[\\()]/g, '\\$&').replace(/[“”„‘’‚–—…]/g, sign => winAnsi[sign] ?? sign)
      return text === '' ? '' : `BT /F1 10 Tf 1 0 0 1 72 ${720 - 14 * index} Tm (${text}) Tj ET`
    })
    .join('\n')
}
