import type { RecordPlace, TurnKind } from '../../speech.ts'
import {
  type DraftKind,
  type DraftTurn,
  nobody,
  type RecordDraft,
  type Section,
  type Talker,
} from '../draft.ts'
import { type Heading, parseHeading, withoutRepeatedTime } from '../printed-names.ts'
import { type TextBuilder, textBuilder } from './text-layout.ts'

export type DraftPlace = {
  kind: DraftKind
  line: number
  venue: RecordPlace['venue']
  sections: readonly Section[]
}

/**
 * A speech, question or other entry of the record while it is being read. The readers of markup and of CSV write what they
 * meet, in order; `finish` cuts the text into turns with their speakers.
 */
export type OpenDraft = {
  readonly place: DraftPlace
  readonly text: TextBuilder
  hasTalker(): boolean
  /** The next words belong to another speaker, whom `setTalker` names. */
  expectTurn(kind: TurnKind): void
  setTalker(talker: Talker, isMain: boolean): void
  /** The body contains its own headings, so none is written before it. */
  enterPrintedBody(): void
  /** A heading in the body begins here. A `kind` of null means the kind of the draft. */
  startPrintedTurn(kind: TurnKind | null, id: string | null): void
  /** Written before the next paragraph: the "(a)" of a list. */
  labelNext(label: string): void
  write(text: string): void
  /** Null when it contains no words. */
  finish(): RecordDraft | null
}

type OpenTurn = {
  kind: TurnKind
  talker: Talker
  paragraph: number
  heading: string
  isPrinted: boolean
}

/** A turn whose first words have not been written yet. */
type PendingTurn = { kind: TurnKind; talker: Talker | null; isPrinted: boolean }

export function openDraft(place: DraftPlace): OpenDraft {
  const text = textBuilder()
  const turns: OpenTurn[] = []
  const talkers: Talker[] = []
  const ownKind: TurnKind = place.kind === 'division' || place.kind === 'petition' ? 'procedural' : place.kind
  let main: Talker | null = null
  let pending: PendingTurn | null = null
  let nextLabel = ''

  const pushTurn = (turn: Omit<OpenTurn, 'paragraph'>) => {
    const paragraph = text.paragraphs.length
    if (turns.at(-1)?.paragraph === paragraph) turns.pop()
    turns.push({ ...turn, paragraph })
  }
  const startPendingTurn = ({ kind, talker, isPrinted }: PendingTurn, words: string) => {
    pending = null
    text.breakBlock()
    const heading = isPrinted ? '' : (talker?.printedName ?? '')
    pushTurn({ kind, talker: talker ?? nobody, heading, isPrinted: false })
    if (heading !== '' && !words.startsWith(heading)) text.write(joinHeading(heading, words))
  }

  return {
    place,
    text,
    hasTalker: () => main !== null,
    expectTurn: kind => {
      pending = { kind, talker: null, isPrinted: false }
    },
    setTalker: (talker, isMain) => {
      const kind = pending?.kind ?? (main === null ? ownKind : 'continuation')
      pending = { kind, talker, isPrinted: false }
      if (isMain) main ??= talker
      talkers.push(talker)
    },
    enterPrintedBody: () => {
      if (pending !== null) pending = { ...pending, isPrinted: true }
    },
    startPrintedTurn: (kind, id) => {
      if (!text.isAtStart()) return
      pending = null
      const link = turns.at(-1)
      const linkedId =
        link?.isPrinted === true && link.paragraph === text.paragraphs.length ? link.talker.id : null
      pushTurn({
        kind: kind ?? ownKind,
        talker: { ...nobody, id: id ?? linkedId },
        heading: '',
        isPrinted: true,
      })
    },
    labelNext: label => {
      nextLabel = label.trim()
    },
    write: words => {
      if (words.trim() === '') return text.isAtStart() ? undefined : text.write(words)
      if (pending !== null) startPendingTurn(pending, words.trimStart())
      if (nextLabel !== '' && text.isAtStart()) text.write(`${nextLabel} `)
      nextLabel = ''
      text.write(words)
    },
    finish: () => {
      text.endParagraph()
      if (text.paragraphs.length === 0) return null
      const { paragraphs } = text
      return finishDraft({
        place,
        paragraphs,
        turns: withChairs(turns, paragraphs),
        talkers,
        main: main ?? nobody,
      })
    },
  }
}

/** Adds turns for the chair: older files print the chair's words inside a speech like any other paragraph. */
function withChairs(turns: readonly OpenTurn[], paragraphs: readonly string[]): OpenTurn[] {
  const started = new Set(turns.map(({ paragraph }) => paragraph))
  const chairs = paragraphs.flatMap((text, paragraph): OpenTurn[] => {
    const heading = started.has(paragraph) ? undefined : chairHeading.exec(text)?.[1]
    if (heading === undefined) return []
    const talker = { ...nobody, printedName: heading }
    return [{ kind: 'interjection', talker, paragraph, heading, isPrinted: false }]
  })
  return [...turns, ...chairs].toSorted((one, other) => one.paragraph - other.paragraph)
}

const chairHeading =
  /^((?:The|Mr|Madam) (?:(?:ACTING|DEPUTY|TEMPORARY) )*(?:SPEAKER|PRESIDENT|CHAIR(?:MAN)?)(?: \([^()]{3,60}\))?)\s?(?=[—–:])/

type Parts = {
  place: DraftPlace
  paragraphs: string[]
  turns: OpenTurn[]
  talkers: Talker[]
  main: Talker
}

function finishDraft({ place, paragraphs, turns, talkers, main }: Parts): RecordDraft {
  if (turns[0]?.isPrinted === true) paragraphs[0] = withoutRepeatedTime(paragraphs[0] ?? '')
  const starts: number[] = []
  let length = 0
  for (const paragraph of paragraphs) {
    starts.push(length)
    length += paragraph.length + 2
  }
  starts.push(length)
  const finished = turns.map((turn, index): DraftTurn => {
    const start = starts[turn.paragraph] ?? length
    const heading = headingOf(turn, paragraphs[turn.paragraph] ?? '')
    const end = (starts[turns[index + 1]?.paragraph ?? paragraphs.length] ?? length) - 2
    const talker = turn.isPrinted ? completeTalker(turn.talker, heading, talkers) : turn.talker
    return { kind: turn.kind, talker, start, spokenFrom: start + heading.length, end }
  })
  const first = finished.find(({ start }) => start === 0)?.talker ?? nobody
  const isOwnHeading = first.id === null || main.id === null || sameId(first.id, main.id)
  const talker = fillGaps(main, isOwnHeading ? first : nobody)
  const pages = talkers.flatMap(({ page }) => page ?? [])
  const page = main.page ?? place.sections.findLast(section => section.page !== null)?.page ?? null
  return {
    ...place,
    id: null,
    talker,
    page,
    lastPage: pages.at(-1) ?? page,
    text: paragraphs.join('\n\n'),
    turns: finished,
  }
}

/** Separates heading and words by a space, so that the words themselves stay verbatim. */
function joinHeading(heading: string, words: string): string {
  return /^[\p{Ll}—–:;,.(-]/u.test(words) ? `${heading} ` : `${heading}: `
}

function headingOf(turn: OpenTurn, paragraph: string): Heading {
  if (turn.isPrinted) return parseHeading(paragraph)
  const { heading } = turn
  const rest = paragraph.startsWith(heading) ? paragraph.slice(heading.length) : null
  const mark = rest === null ? '' : (/^:?\s*(?:[—–-]+\s*)?/.exec(rest)?.[0] ?? '')
  const length = rest === null ? 0 : heading.length + mark.length
  return { name: heading, electorate: null, role: null, time: null, length }
}

/** Completes a printed heading, which names a person briefly, from the talker with the same id. */
function completeTalker(talker: Talker, heading: Heading, talkers: Talker[]): Talker {
  const { name, electorate, role, time } = heading
  const listed = talkers.find(({ id }) => id !== null && talker.id !== null && sameId(id, talker.id))
  const printed: Talker = { ...nobody, id: talker.id, printedName: name, electorate, role, time }
  return fillGaps(printed, listed === undefined ? nobody : { ...listed, role: null, time: null })
}

function fillGaps(talker: Talker, other: Talker): Talker {
  const known = Object.entries(talker).filter(([, value]) => value !== null && value !== false)
  return { ...other, ...Object.fromEntries(known) }
}

function sameId(one: string, other: string): boolean {
  return one.toUpperCase() === other.toUpperCase()
}
