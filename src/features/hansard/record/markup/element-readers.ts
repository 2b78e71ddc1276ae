import { nobody, personalId, type SittingHeader, type Talker } from '../draft.ts'
import type { Attributes } from './read-markup.ts'
import { inlineElements } from './text-layout.ts'

/** Receives the content of an element. */
export type Sink = {
  open(name: string, attributes: Attributes): void
  text(text: string): void
  close(): void
}

/** Collects what a `talker` element and the attributes of the speech around it state about a person. */
export type TalkerReader = {
  open(name: string, attributes: Attributes): void
  text(text: string): void
  close(): void
  finish(): Talker
}

/** Collects what a file states about the whole day: elements in newer files, attributes of the root in SGML. */
type HeaderReader = {
  attributes(attributes: Attributes): void
  field(name: string, text: string): void
  finish(): SittingHeader
}

/** A sink that keeps the text of an element as one line. */
export function catcher(): Sink & { caught(): string } {
  let text = ''
  return {
    open: name => {
      if (!inlineElements.has(name) || name === 'tab') text += ' '
    },
    text: more => {
      text += more
    },
    close: () => undefined,
    caught: () =>
      text
        .replaceAll(/[\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
        .replaceAll(/\s+/g, ' ')
        .trim(),
  }
}

export function headerReader(): HeaderReader {
  const fields = new Map<string, string>()
  const field = (name: string, text: string) => {
    if (text.trim() !== '' && !fields.has(name)) fields.set(name, text.trim())
  }
  return {
    field,
    attributes: attributes => {
      for (const [name, value] of Object.entries(attributes)) field(name, value)
    },
    finish: () => ({
      dates: [fields.get('date'), fields.get('day.start date'), fields.get('day.start')].flatMap(
        date => date ?? [],
      ),
      chamber: fields.get('chamber') ?? null,
      parliament: fields.get('parliament.no') ?? null,
      session: fields.get('session.no') ?? null,
      period: fields.get('period.no') ?? null,
    }),
  }
}

export function talkerReader(ofSpeech: Attributes): TalkerReader {
  const fields = new Map<string, string>()
  const path: string[] = []
  let printed = ''
  let nameId: string | null = null
  let hasRoles = false
  return {
    open: (name, attributes) => {
      hasRoles ||= attributes.role !== undefined
      nameId ??= attributes.nameid ?? null
      path.push(attributes.role === undefined ? name : `${name} ${attributes.role}`)
      printed += ' '
    },
    text: text => {
      const field = path.at(-1) ?? ''
      fields.set(field, (fields.get(field) ?? '') + text)
      printed += text
    },
    close: () => {
      path.pop()
    },
    finish: () => {
      const field = (name: string) => blankToNull(fields.get(name))
      const display = field('name display') ?? field('name')
      return {
        ...nobody,
        id: personalId(field('name.id') ?? nameId ?? ofSpeech.nameid),
        // Old files print name, electorate, office and time in one text, as in the printed book.
        printedName: hasRoles ? display : blankToNull(printed),
        sortName: field('name metadata') ?? (hasRoles ? null : (blankToNull(ofSpeech.speaker) ?? display)),
        party: field('party') ?? blankToNull(ofSpeech.party),
        electorate: blankToNull(ofSpeech.electorate) ?? withoutBrackets(field('electorate')),
        role: withoutBrackets(field('role')) ?? blankToNull(ofSpeech.ministerial),
        time: field('time.stamp'),
        page: field('page.no') ?? blankToNull(ofSpeech.page),
        isGovernment: flag(field('in.gov') ?? blankToNull(ofSpeech.gov)),
        isFirstSpeech: flag(field('first.speech') ?? blankToNull(ofSpeech['first.speech'])) === true,
      }
    },
  }
}

function blankToNull(text: string | undefined): string | null {
  const clean = text?.replaceAll(/\s+/g, ' ').trim() ?? ''
  return clean === '' ? null : clean
}

/** The brackets may be split between fields: "(Holt" and "—Parliamentary Secretary)". */
function withoutBrackets(text: string | null): string | null {
  return blankToNull(text?.replaceAll(/^[\s(—–-]+|[\s)—–-]+$/g, ''))
}

function flag(text: string | null): boolean | null {
  if (text === null) return null
  return /^(1|yes|true)$/i.test(text)
}
