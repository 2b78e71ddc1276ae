import type { Document } from '../../core/model/document.ts'
import type { JsonObject, JsonValue } from '../../core/model/json.ts'
import { organisation, place, role } from './entity-names.ts'
import type { Observation } from './fact.ts'
import { personMention } from './people.ts'
import { inTheSenate, readOffice, splitOffices } from './read-office.ts'

/** The record's placeholder for an unknown value. */
const unknown = 'Unknown'

/** A speech according to its metadata. `named` are the full names of its speakers. */
type SpeechFacts = { speaker: string; date: string; named: string[] }

/** Null for documents that are not speeches. */
export function speechOf(metadata: JsonObject): SpeechFacts | null {
  const { speaker, date, chamber } = metadata
  if (typeof speaker !== 'string' || typeof date !== 'string' || typeof chamber !== 'string') return null
  const turns = Array.isArray(metadata.turns) ? metadata.turns : []
  const others = turns.flatMap(turn =>
    turn !== null && typeof turn === 'object' && !Array.isArray(turn) && typeof turn.speaker === 'string'
      ? [turn.speaker]
      : [],
  )
  return { speaker, date: date.slice(0, 10), named: [speaker, ...others].filter(isPersonName) }
}

/**
 * Facts about the speaker on the day of the sitting: party, electorate or state, chamber, offices. The passage is the
 * name that is printed at the head of the speech.
 */
export function readSpeech(document: Pick<Document, 'markdown' | 'metadata'>): Observation[] {
  const { metadata, markdown } = document
  const speech = speechOf(metadata)
  if (speech === null || !isPersonName(speech.speaker)) return []
  const subject = personMention(speech.speaker, knownText(metadata.speaker_id))
  const span = headOf(markdown, metadata)
  const say = (relation: string, object: Observation['object'], fact: string): Observation => ({
    subject,
    relation,
    object,
    fact,
    origin: 'record',
    isExclusive: true,
    ...span,
    validAt: speech.date,
    invalidAt: null,
  })
  const party = knownText(metadata.party)
  // A written answer is printed under the electorate of the member who asked.
  const isWritten = metadata.kind === 'answer' && metadata.venue === 'Written answers'
  const electorate = isWritten ? null : knownText(metadata.electorate)
  const state = knownText(metadata.state)
  const chamber = knownText(metadata.chamber)
  const { name } = subject
  return [
    ...(party === null || !isParty(party)
      ? []
      : [say('MEMBER_OF_PARTY', organisation(party), `${name} is a member of the party ${party}.`)]),
    ...(electorate === null
      ? chamber === 'Senate' && state !== null
        ? [
            say(
              'REPRESENTS',
              place(stateNames[state] ?? state),
              `${name} represents ${stateNames[state] ?? state} in the Senate.`,
            ),
          ]
        : []
      : [say('REPRESENTS', place(electorate), `${name} represents ${electorate}.`)]),
    ...(chamber === null ? [] : [say('SITS_IN', organisation(chamber), `${name} sits in the ${chamber}.`)]),
    ...splitOffices(knownText(metadata.role) ?? '').flatMap(text => {
      const office = readOffice(chamber === 'Senate' ? inTheSenate(text) : text)
      if (office === null || office.electorate !== null) return []
      const fact = `${name} holds the office of ${office.name}.`
      return [
        {
          ...say('HOLDS_OFFICE', role(office.name), fact),
          isExclusive: office.isSole,
        },
      ]
    }),
  ]
}

/** False for "The SPEAKER" and "Several honourable members". */
export function isPersonName(name: string): boolean {
  return (
    /^\p{Lu}[\p{L}.’'-]*(?: [\p{L}.’'-]+)+$/u.test(name) &&
    !/\b(?:SPEAKER|PRESIDENT|CHAIR\w*|CLERK|members?|senators?|Unknown|Several|Government|Opposition|Honou?rable|DEPUTY|Acting)\b/i.test(
      name,
    )
  )
}

const stateNames: Readonly<Record<string, string>> = {
  NSW: 'New South Wales',
  VIC: 'Victoria',
  QLD: 'Queensland',
  SA: 'South Australia',
  WA: 'Western Australia',
  TAS: 'Tasmania',
  NT: 'Northern Territory',
  ACT: 'Australian Capital Territory',
}

/** The record prints an office such as "Speaker" as the party of the chair. */
function isParty(party: string): boolean {
  return !/^(?:Speaker|President|Deputy Speaker|Chair\w*|N\/A|None|SPK|PRES|DPRES|CWM)$/i.test(party)
}

function headOf(markdown: string, metadata: JsonObject): { start: number; end: number } {
  const [first] = Array.isArray(metadata.turns) ? metadata.turns : []
  const spoken =
    first !== null &&
    typeof first === 'object' &&
    !Array.isArray(first) &&
    typeof first.spokenFrom === 'number'
      ? first.spokenFrom
      : 0
  const line = /^[^\n]{1,200}/.exec(markdown)?.[0].length ?? 0
  const printed = spoken > 0 ? spoken : line
  return { start: 0, end: Math.min(Math.max(printed, 1), markdown.length) }
}

function knownText(value: JsonValue | undefined): string | null {
  return typeof value === 'string' && value.trim() !== '' && value !== unknown ? value.trim() : null
}
