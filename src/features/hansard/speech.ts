export type Chamber = 'House of Representatives' | 'Senate'

/** What the record calls the element it cut; `motion` is one moved without a speech. */
export type SpeechKind = 'speech' | 'question' | 'answer' | 'interjection' | 'continuation' | 'motion'

/** `procedural` inside a speech: a division, a stage direction, words of no one in particular. */
export type TurnKind = SpeechKind | 'procedural'

/**
 * A stretch of a speech's text that one person said. `[start, end)` are offsets into the text and cover the name as
 * printed; what was really said begins at `spokenFrom`.
 */
export type Turn = {
  kind: TurnKind
  speaker: string | null
  speakerId: string | null
  /** The office in which the person spoke: "The SPEAKER", "Prime Minister". */
  role: string | null
  start: number
  spokenFrom: number
  end: number
}

/** Where something stands in the record. */
export type RecordPlace = {
  /** The record's own id, or `au.reps.2024-06-25.42`: chamber, date and position, the same at every import. */
  sourceId: string
  chamber: Chamber
  /** ISO date of the sitting. */
  date: string
  /** Which part of the day's record: the chamber, its second chamber, or answers printed after it. */
  venue: 'Chamber' | 'Main Committee' | 'Federation Chamber' | 'Written answers'
  parliament: number | null
  session: number | null
  period: number | null
  /** Position within the sitting, shared by speeches and procedural text. */
  order: number
  title: string
  debate: string | null
  subdebates: readonly string[]
  page: { first: number; last: number } | null
  /** "House of Representatives Hansard, 12 June 2024, p. 1234". */
  hansardReference: string
  sourceUrl: string | null
  /** Where it begins in the file it was read from, 1-based; null when the file has no lines worth naming. */
  line: number | null
}

/**
 * One speech, question or answer as the record cuts it.
 *
 * The text is verbatim. Paragraphs are separated by a blank line; rows of a table stand on lines of their own with
 * tabs between cells. Interjections and continuations stay inside, each beginning its own paragraph with the name as
 * the record prints it, as does the speech itself: "Ms GILLARD —Mr Speaker, I wish …", "The SPEAKER —Please proceed.",
 * "Senator CORMANN (Western Australia—Minister for Finance) (12:57): I will …". Soft hyphens and control characters
 * are gone, runs of white space are one space; nothing else is changed.
 */
export type Speech = RecordPlace & {
  kind: SpeechKind
  /** "Anthony Albanese". */
  speaker: string
  /** As the record or the handbook of the parliament names the person: `R36`. */
  speakerId: string | null
  role: string | null
  /** "Labor", "Liberal", …; "Unknown" when neither record nor tables say. */
  party: string
  /** Null for senators. */
  electorate: string | null
  /** `NSW`, `VIC`, …; "Unknown" when neither record nor tables say. */
  state: string
  isGovernment: boolean | null
  isFirstSpeech: boolean
  /** Hours and minutes as printed, 24-hour where the record says which half of the day. */
  time: string | null
  text: string
  turns: readonly Turn[]
  /** Number of a question on notice. */
  questionNumber: string | null
  /** `sourceId` of the question that this answers. */
  answerTo: string | null
  /** `sourceId` of the first answer to this question. */
  answeredBy: string | null
  /** Lower case, at most 20. */
  topicTags: readonly string[]
}

/** What happened without a speaker: openings, divisions, petitions, messages, stage directions. */
export type Procedural = RecordPlace & {
  kind: 'procedural' | 'division' | 'petition'
  text: string
}

export const unknown = 'Unknown'
