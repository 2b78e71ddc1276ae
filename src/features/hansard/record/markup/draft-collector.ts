import type { RecordPlace, SpeechKind, TurnKind } from '../../speech.ts'
import { type DraftKind, personalId, type RecordDraft, type Section, type SittingHeader } from '../draft.ts'
import { catcher, headerReader, type Sink, type TalkerReader, talkerReader } from './element-readers.ts'
import { type OpenDraft, openDraft } from './open-draft.ts'
import type { Attributes } from './read-markup.ts'
import { layClose, layOpen } from './text-layout.ts'

/** An open element. */
type Frame = {
  name: string
  attributes: Attributes
  /** Set once the element turns out to have a title. */
  section: Section | null
  /** The speech that begins with this element. */
  draft: OpenDraft | null
  /** Receives the content of the element, which then is not part of the running text. */
  sink: Sink | null
  onClose: (() => void) | null
  /** Set in a motion without a speech, until its mover has been named. */
  mover: TalkerReader | null
}

export type DraftCollector = {
  open(name: string, attributes: Attributes, line: number): void
  close(): void
  text(text: string): void
  finish(): { header: SittingHeader; drafts: RecordDraft[] }
}

/** Nesting limit: below it, only the text of elements is read. Real records are less than a tenth as deep. */
const deepest = 200

/** Elements that are a speech, in all versions of the format. */
const speechElements: ReadonlyMap<string, SpeechKind> = new Map([
  ['speech', 'speech'],
  ['question', 'question'],
  ['answer', 'answer'],
  ['motionnospeech', 'motion'],
])

/** Elements that are a turn inside a speech, and a speech of their own outside of one. */
const turnElements: ReadonlyMap<string, SpeechKind> = new Map([
  ['interjection', 'interjection'],
  ['interject', 'interjection'],
  ['continue', 'continuation'],
  ['continuation', 'continuation'],
])

const venues: ReadonlyMap<string, RecordPlace['venue']> = new Map([
  ['chamber.xscript', 'Chamber'],
  ['maincomm.xscript', 'Main Committee'],
  ['fedchamb.xscript', 'Federation Chamber'],
  ['answers.to.questions', 'Written answers'],
])

/**
 * Turns the elements of a record into drafts. Works for every version of the format: a speech is an element of
 * `speechElements`, a debate is any element with a title, and text outside of speeches is procedural.
 */
export function draftCollector(): DraftCollector {
  const frames: Frame[] = []
  const drafts: OpenDraft[] = []
  const header = headerReader()
  let venue: RecordPlace['venue'] = 'Chamber'
  let procedural: OpenDraft | null = null
  let line = 1
  let buried = 0

  const speech = () => frames.findLast(frame => frame.draft !== null)?.draft ?? null
  const isWithin = (name: string) => frames.some(frame => frame.name === name)
  const start = (kind: DraftKind) => {
    const sections = frames.flatMap(frame => frame.section ?? [])
    const draft = openDraft({ kind, line, venue, sections })
    drafts.push(draft)
    return draft
  }
  const proceduralKind = () =>
    isWithin('division') ? 'division' : isWithin('petition') ? 'petition' : 'procedural'
  const target = () => {
    const current = speech() ?? procedural
    if (current !== null) return current
    procedural = start(proceduralKind())
    return procedural
  }
  const sectionOf = (frame: Frame): Section => {
    if (frame.section !== null) return frame.section
    procedural = null
    const { page = null, type = null } = frame.attributes
    frame.section = { title: null, page, type, number: null, others: [] }
    return frame.section
  }
  const catchText = (frame: Frame, keep: (text: string) => void) => {
    const sink = catcher()
    frame.sink = sink
    frame.onClose = () => keep(sink.caught())
  }

  const enterMetadata = (frame: Frame, parent: Frame): boolean => {
    const { name } = frame
    if (parent.name === 'session.header') {
      catchText(frame, text => header.field(name, text))
      return true
    }
    if (isInfo(parent.name) && !isInfo(name)) {
      const owner = frames.findLast(outer => !isInfo(outer.name)) ?? parent
      const section = sectionOf(owner)
      catchText(frame, text => describeSection(section, name, text))
      return true
    }
    if (name === 'question.number' && speech() === null) {
      const section = sectionOf(parent)
      catchText(frame, text => describeSection(section, 'id.no', frame.attributes['qon.number'] ?? text))
      return true
    }
    if (name === 'title' && speech() === null && !isWithin('division')) {
      const section = sectionOf(parent)
      catchText(frame, text => describeSection(section, name, text))
      return true
    }
    return isInfo(name)
  }

  const enterTalker = (frame: Frame) => {
    const current = speech()
    const speaking = frames.findLast(outer => outer.draft !== null || turnElements.has(outer.name))
    if (current === null || speaking === undefined) return catchText(frame, () => undefined)
    const isMain = speaking.draft !== null
    const isResuming = isMain && current.hasTalker()
    const reader = talkerReader(isResuming ? {} : speaking.attributes)
    frame.sink = reader
    frame.onClose = () => current.setTalker(reader.finish(), isMain)
  }

  /**
   * A motion without a speech begins with its mover: name, electorate, office and time. Returns whether the element was
   * read.
   */
  const enterMotion = (frame: Frame, parent: Frame): boolean => {
    if (parent.mover === null) return false
    if (/^(name|electorate|role|time\.stamp)$/.test(frame.name)) {
      const { mover } = parent
      mover.open(frame.name, frame.attributes)
      frame.sink = mover
      frame.onClose = () => mover.close()
      return true
    }
    nameMover(parent)
    return false
  }

  const enter = (frame: Frame) => {
    const { name, attributes } = frame
    const parent = frames.at(-1)
    if (name === 'hansard') return header.attributes(attributes)
    if (parent !== undefined && (enterMetadata(frame, parent) || enterMotion(frame, parent))) return
    venue = venues.get(name) ?? venue
    const current = speech()
    const kind = speechElements.get(name) ?? (current === null ? turnElements.get(name) : undefined)
    if (kind !== undefined) {
      procedural = null
      frame.draft = start(kind)
      if (kind === 'motion') frame.mover = talkerReader(attributes)
      return
    }
    const turn = name === 'division' ? 'procedural' : turnElements.get(name)
    if (current !== null && turn !== undefined) return current.expectTurn(turn)
    if (name === 'division' || name === 'petition') procedural = null
    if (name === 'talker') return enterTalker(frame)
    if (name === 'day.start') {
      header.field('day.start date', attributes.date ?? '')
      return catchText(frame, text => header.field(name, text))
    }
    if (name === 'talk.text') return current?.enterPrintedBody()
    const laid = current ?? procedural
    if (laid !== null) layOpen(laid, name === 'name' && isWithin('names') ? 'vote' : name, attributes)
    const mark = printedTurnKind(attributes.type ?? '') ?? printedTurnKind(attributes.class ?? '')
    if (mark !== null && isWithin('talk.text'))
      current?.startPrintedTurn(mark.kind, personalId(attributes.href))
  }

  return {
    open: (name, attributes, at) => {
      line = at
      if (frames.length >= deepest) {
        buried += 1
        return
      }
      const sink = frames.at(-1)?.sink ?? null
      const frame = { name, attributes, section: null, draft: null, sink, onClose: null, mover: null }
      if (sink === null) enter(frame)
      else sink.open(name, attributes)
      frames.push(frame)
    },
    text: text => {
      const frame = frames.at(-1)
      if (frame?.sink != null) return frame.sink.text(text)
      const isBlank = text.trim() === ''
      if (frame?.mover != null && !isBlank) nameMover(frame)
      const current = speech() ?? procedural
      if (current !== null || !isBlank) (current ?? target()).write(text)
    },
    close: () => {
      if (buried > 0) {
        buried -= 1
        return
      }
      const frame = frames.pop()
      if (frame === undefined) return
      if (frame.onClose !== null) return frame.onClose()
      if (frame.sink !== null) return frame.sink.close()
      if (frame.mover !== null) nameMover(frame)
      const laid = frame.draft ?? speech() ?? procedural
      if (laid !== null) layClose(laid, frame.name === 'name' && isWithin('names') ? 'vote' : frame.name)
      if (frame.section !== null || frame.name === 'division' || frame.name === 'petition') procedural = null
    },
    finish: () => ({ header: header.finish(), drafts: drafts.flatMap(draft => draft.finish() ?? []) }),
  }
}

function nameMover(frame: Frame): void {
  if (frame.mover !== null) frame.draft?.setTalker(frame.mover.finish(), true)
  frame.mover = null
}

function isInfo(name: string): boolean {
  return name.endsWith('info') || name === 'cognate'
}

function describeSection(section: Section, name: string, text: string): void {
  if (text === '') return
  if (name === 'title' && section.title === null) section.title = text
  else if (name === 'title') section.others.push(text)
  if (name === 'page.no') section.page ??= text
  if (name === 'type') section.type ??= text
  if (name === 'id.no' || name === 'subtitle') section.number ??= /\d+/.exec(text)?.[0] ?? null
}

/**
 * Reads the `type` of a link or the `class` of a span around a printed name: MemberSpeech, HPS-OfficeInterjecting. Null
 * when it marks no name; a `kind` of null is the speech's own kind.
 */
function printedTurnKind(mark: string): { kind: TurnKind | null } | null {
  const found =
    /^(?:HPS-)?(?:Member|Office|General)(Speech|Question|Answer|Continuation|I?Interjecting)$/.exec(mark)
  if (found === null) return null
  if (found[1] === 'Continuation') return { kind: 'continuation' }
  return { kind: found[1]?.endsWith('Interjecting') === true ? 'interjection' : null }
}
