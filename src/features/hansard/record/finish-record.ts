import { type Procedural, type RecordPlace, type Speech, unknown } from '../speech.ts'
import { parseTime, writeDate } from './dates.ts'
import type { RecordDraft, Section } from './draft.ts'
import type { MemberDirectory } from './members/member-directory.ts'
import type { HansardProblem } from './problems.ts'
import { type Speaker, type TalkerResolver, talkerResolver } from './resolve-talkers.ts'
import { firstNumber, type Sitting } from './sitting.ts'
import { tagTopics } from './tag-topics.ts'

export type FinishedRecord = { speeches: Speech[]; procedural: Procedural[]; problems: HansardProblem[] }

export type RecordParts = {
  drafts: readonly RecordDraft[]
  sitting: Sitting
  members: MemberDirectory
  sourceUrl: string | null
}

type AnswerPairs = {
  /** Id of an answer → id of its question. */
  answerTo: Map<string, string>
  /** Id of a question → id of its first answer. */
  answeredBy: Map<string, string>
}

type Citation = Pick<RecordPlace, 'chamber' | 'date' | 'page' | 'debate'>

/**
 * Turns the drafts of one sitting into speeches, with members, references, pairs of question and answer, and topics.
 */
export async function finishRecord(parts: RecordParts, signal: AbortSignal): Promise<FinishedRecord> {
  const { drafts, sitting, members, sourceUrl } = parts
  const problems: HansardProblem[] = []
  const resolver = talkerResolver(sitting, members, problems)
  const kept = drafts.flatMap(draft => withoutTitles(draft) ?? [])
  const resolved = kept.map(draft => {
    resolver.noteChairs(draft)
    return { draft, speaker: resolver.resolve(draft.talker), turns: turnsOf(draft, resolver) }
  })
  const placed = resolved.map((entry, index) => ({
    ...entry,
    speaker: resolver.complete(entry.speaker),
    place: placeOf(entry.draft, { sitting, order: index + 1, sourceUrl }),
  }))
  const answers = pairAnswers(placed.map(({ draft, place }) => ({ draft, id: place.sourceId })))
  const spoken = placed.filter(({ draft, speaker }) => isSpeech(draft, speaker))
  const topics = await tagTopics(
    spoken.map(({ draft }) => ({ text: draft.text, titles: draft.sections.flatMap(titlesOf) })),
    signal,
  )
  const speeches = spoken.map(({ draft, speaker, turns, place }, index): Speech => {
    if (speaker.name === null) problems.push({ line: draft.line, message: 'This speech names no speaker.' })
    return {
      ...place,
      // SAFETY: isSpeech returns false for the three kinds of a draft that are not kinds of a speech.
      kind: draft.kind as Speech['kind'],
      speaker: speaker.name ?? unknown,
      speakerId: speaker.id,
      role: speaker.role,
      party: speaker.party ?? unknown,
      electorate: sitting.chamber === 'Senate' ? null : (speaker.electorate ?? unknown),
      state: speaker.state ?? unknown,
      isGovernment: draft.talker.isGovernment,
      isFirstSpeech: draft.talker.isFirstSpeech,
      time: parseTime(draft.talker.time),
      text: draft.text,
      turns,
      questionNumber: questionNumberOf(draft),
      answerTo: answers.answerTo.get(place.sourceId) ?? null,
      answeredBy: answers.answeredBy.get(place.sourceId) ?? null,
      topicTags: topics[index] ?? [],
    }
  })
  const procedural = placed
    .filter(({ draft, speaker }) => !isSpeech(draft, speaker))
    .map(({ draft, place }): Procedural => ({ ...place, kind: proceduralKind(draft), text: draft.text }))
  return { speeches, procedural, problems }
}

/** Removes paragraphs that repeat the titles of the debate, as newer files print them. */
function withoutTitles(draft: RecordDraft): RecordDraft | null {
  if (draft.kind !== 'procedural') return draft
  const titles = draft.sections.flatMap(titlesOf).map(plain)
  const paragraphs = draft.text.split('\n\n').filter(paragraph => {
    const text = plain(paragraph)
    return text !== '' && !titles.some(title => title === text || (text.length >= 10 && title.includes(text)))
  })
  return paragraphs.length === 0 ? null : { ...draft, text: paragraphs.join('\n\n'), turns: [] }
}

function plain(text: string): string {
  return text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function titlesOf({ title, others }: Section): string[] {
  return title === null ? others : [title, ...others]
}

function turnsOf({ turns }: RecordDraft, resolver: TalkerResolver): Speech['turns'] {
  return turns.map(({ kind, talker, start, spokenFrom, end }) => {
    const { name, id, role } = resolver.resolve(talker)
    return { kind, speaker: name, speakerId: id, role, start, spokenFrom, end }
  })
}

function placeOf(
  draft: RecordDraft,
  { sitting, order, sourceUrl }: { sitting: Sitting; order: number; sourceUrl: string | null },
): RecordPlace {
  const { chamber, date } = sitting
  const [debate = null, ...subdebates] = draft.sections.flatMap(({ title }) => title ?? [])
  const page = pageOf(draft)
  const house = chamber === 'Senate' ? 'senate' : 'reps'
  return {
    ...sitting,
    sourceId: draft.id ?? `au.${house}.${date}.${order}`,
    venue: draft.venue,
    order,
    title: titleOf(debate, subdebates),
    debate,
    subdebates,
    page,
    hansardReference: referenceOf({ chamber, date, page, debate: subdebates[0] ?? debate }),
    sourceUrl,
    line: draft.line,
  }
}

/** The titles below the debate, joined: "BILLS" is left out before the title of a bill. */
function titleOf(debate: string | null, subdebates: readonly string[]): string {
  const titles = subdebates.length > 0 ? subdebates : debate === null ? ['Proceedings'] : [debate]
  return titles.join(': ').slice(0, 500)
}

function pageOf({ page, lastPage }: RecordDraft): RecordPlace['page'] {
  const first = firstNumber(page)
  if (first === null || first === 0) return null
  const last = firstNumber(lastPage) ?? first
  // Pages far apart are an error in the record, not a speech of hundreds of pages.
  return { first, last: last > first && last - first < 100 ? last : first }
}

function referenceOf({ chamber, date, page, debate }: Citation): string {
  const day = `${chamber} Hansard, ${writeDate(date)}`
  if (page !== null && page.last > page.first) return `${day}, pp. ${page.first}–${page.last}`
  if (page !== null) return `${day}, p. ${page.first}`
  return debate === null ? day : `${day}, Debate: ${debate}`.slice(0, 500)
}

/** An answer belongs to the last question before it under the same heading. */
function pairAnswers(entries: readonly { draft: RecordDraft; id: string }[]): AnswerPairs {
  const answerTo = new Map<string, string>()
  const answeredBy = new Map<string, string>()
  let last: { id: string; heading: Section | undefined } | null = null
  for (const { draft, id } of entries) {
    const heading = draft.sections.at(-1)
    if (draft.kind === 'question') last = { id, heading }
    if (draft.kind !== 'answer' || last === null || last.heading !== heading) continue
    answerTo.set(id, last.id)
    if (!answeredBy.has(last.id)) answeredBy.set(last.id, id)
  }
  return { answerTo, answeredBy }
}

/**
 * An interjection is a speech of its own only when a member or the chair made it (not the Clerk or "Honourable
 * members").
 */
function isSpeech({ kind }: RecordDraft, { isMember, role }: Speaker): boolean {
  if (kind === 'procedural' || kind === 'division' || kind === 'petition') return false
  return kind !== 'interjection' && kind !== 'continuation' ? true : isMember || isChair(role)
}

function isChair(role: string | null): boolean {
  return /speaker|president|chair/i.test(role ?? '')
}

function questionNumberOf({ kind, venue, sections }: RecordDraft): string | null {
  if (kind !== 'question' && kind !== 'answer') return null
  return venue === 'Written answers'
    ? (sections.findLast(({ number }) => number !== null)?.number ?? null)
    : null
}

function proceduralKind({ kind }: RecordDraft): Procedural['kind'] {
  return kind === 'division' || kind === 'petition' ? kind : 'procedural'
}
