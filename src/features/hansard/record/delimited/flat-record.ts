import { sha256 } from '../../../../core/model/identity.ts'
import type { RawSource } from '../../../../core/model/source.ts'
import type { Speech } from '../../speech.ts'
import { nobody, personalId, type RecordDraft } from '../draft.ts'
import { finishRecord } from '../finish-record.ts'
import type { MemberDirectory } from '../members/member-directory.ts'
import { stateCode } from '../members/states.ts'
import type { HansardProblem } from '../problems.ts'
import { dateOfRow, firstNumber, parliamentAt, parseChamber, type Sitting } from '../sitting.ts'

/** A speech from one row or object, with what its source states beyond a draft. */
export type FlatRecord = {
  sitting: Sitting
  draft: RecordDraft
  title: string | null
  reference: string | null
  tags: string[]
  sourceUrl: string | null
}

/** Fields of a record, found by any of several names; case, dots and underscores are ignored. */
export type Fields = {
  text(...names: string[]): string | null
  /** The items of all fields with these names. */
  list(...names: string[]): string[]
  /** Whether the field exists, empty or not. */
  has(name: string): boolean
}

/** Reads one speech. Returns null and adds a problem when text, date or speaker is missing. */
export function flatRecord(
  fields: Fields,
  given: { line: number; file: RawSource; problems: HansardProblem[] },
): FlatRecord | null {
  const { line, file, problems } = given
  const text = cleanText(fields.text('fulltext', 'text', 'body', 'content', 'transcript', 'speech') ?? '')
  const parliament = firstNumber(fields.text('parliament'))
  const date = dateOfRow(fields.text('date', 'speechdate', 'sittingdate'), file, parliament)
  const speaker = fields.text('speaker', 'speakername', 'name')
  const missing = [
    text === '' ? 'text' : '',
    date === null ? 'date that can be read' : '',
    speaker === null ? 'speaker' : '',
  ].filter(Boolean)
  if (missing.length > 0 || date === null || speaker === null) {
    problems.push({ line, message: `This speech was left out: it has no ${missing.join(' and no ')}.` })
    return null
  }
  const place = fields.text('state')
  const electorate = fields.text('electorate', 'division') ?? (stateCode(place) === null ? place : null)
  const named = parseChamber(fields.text('chamber', 'house') ?? '')
  const chamber = named ?? (/\bSen(ator)?\b/.test(speaker) ? 'Senate' : 'House of Representatives')
  const debate = fields.text('debate', 'debatetitle')
  const subdebate = fields.text('subdebate', 'subdebatetitle')
  const talker = {
    ...nobody,
    id: personalId(fields.text('speakerid', 'nameid', 'aphid', 'phid')),
    sortName: speaker,
    printedName: speaker,
    party: fields.text('party'),
    electorate: chamber === 'Senate' ? (place ?? electorate) : electorate,
    role: fields.text('role', 'office', 'position'),
    time: fields.text('time', 'timestamp'),
  }
  const page = fields.text('page', 'pageno', 'pagenumber')
  const sourceFile = fields.text('sourcefile')
  const utterance = fields.text('utteranceid')
  const id =
    fields.text('speechid', 'id') ??
    (utterance === null ? null : [sourceFile, utterance].filter(Boolean).join(' '))
  const kind = /^(question|answer|interjection)$/.exec(
    fields.text('kind', 'type', 'speechtype')?.toLowerCase() ?? '',
  )?.[0]
  return {
    sitting: {
      chamber,
      date,
      parliament: parliamentAt(date, parliament),
      session: firstNumber(fields.text('session')),
      period: firstNumber(fields.text('period')),
    },
    draft: {
      // SAFETY: the pattern matches only kinds of a draft.
      kind: (kind ?? 'speech') as RecordDraft['kind'],
      id: id ?? `sha256:${sha256(text)}`,
      line,
      venue: 'Chamber',
      sections: [debate, subdebate].flatMap(title =>
        title === null ? [] : [{ title, page: null, type: null, number: null, others: [] }],
      ),
      talker,
      page,
      lastPage: page,
      text,
      turns: [{ kind: 'speech', talker, start: 0, spokenFrom: 0, end: text.length }],
    },
    title: fields.text('title', 'heading'),
    reference: fields.text('hansardreference', 'reference', 'citation'),
    tags: fields.list('topictags', 'tags', 'topics', 'themes', 'policyareas').map(tag => tag.toLowerCase()),
    sourceUrl: fields.text('sourceurl', 'url', 'link'),
  }
}

/** Turns the records into speeches, one sitting at a time. */
export async function finishFlat(
  records: readonly FlatRecord[],
  members: MemberDirectory,
  signal: AbortSignal,
): Promise<{ speeches: Speech[]; problems: HansardProblem[] }> {
  const speeches: Speech[] = []
  const problems: HansardProblem[] = []
  const days = Map.groupBy(records, ({ sitting }) => `${sitting.chamber} ${sitting.date}`)
  for (const day of days.values()) {
    const sitting = day[0]?.sitting
    if (sitting === undefined) continue
    const drafts = day.map(({ draft }) => draft)
    const finished = await finishRecord({ drafts, sitting, members, sourceUrl: null }, signal)
    const byId = new Map(day.map(record => [record.draft.id, record]))
    problems.push(...finished.problems)
    for (const speech of finished.speeches) {
      const record = byId.get(speech.sourceId)
      speeches.push(record === undefined ? speech : preferSource(speech, record))
    }
  }
  return { speeches, problems }
}

/** Prefers the title, reference, tags and address of the source. */
function preferSource(speech: Speech, { title, reference, tags, sourceUrl }: FlatRecord): Speech {
  const ownTags = tags.filter(tag => tag !== '').map(tag => tag.slice(0, 100))
  return {
    ...speech,
    title: title === null ? speech.title : title.slice(0, 500),
    hansardReference: reference === null ? speech.hansardReference : reference.slice(0, 500),
    topicTags: [...new Set([...ownTags, ...speech.topicTags])].slice(0, 20),
    sourceUrl,
  }
}

function cleanText(text: string): string {
  return (
    text
      .replaceAll(/\r\n?/g, '\n')
      // biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to be removed
      .replaceAll(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\u00AD\u200B-\u200D\u2060\uFEFF]/g, '')
      .trim()
  )
}

export function fieldsOf(record: Readonly<Record<string, unknown>>): Fields {
  const byKey = new Map<string, unknown>()
  for (const [name, value] of Object.entries(record)) byKey.set(fieldKey(name), value)
  const first = (names: string[]) => names.map(name => byKey.get(name)).find(value => !isBlank(value))
  return {
    text: (...names) => {
      const value = first(names)
      if (typeof value === 'string') return value.trim()
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
    },
    list: (...names) => names.flatMap(name => itemsOf(byKey.get(name))),
    has: name => byKey.has(name),
  }
}

export function fieldKey(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
}

function itemsOf(value: unknown): string[] {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,;|]/) : []
  return items
    .filter(item => typeof item === 'string')
    .map(item => item.replaceAll(/^[\s['"]+|[\s\]'"]+$/g, ''))
    .filter(item => item !== '')
}

function isBlank(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === 'NA' ||
    value === 'nan' ||
    value === 'None'
  )
}
