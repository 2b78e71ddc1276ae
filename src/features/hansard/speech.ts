export type Chamber = 'House of Representatives' | 'Senate'

/** The record's own division into elements; `motion` is a motion moved without a speech. */
export type SpeechKind = 'speech' | 'question' | 'answer' | 'interjection' | 'continuation' | 'motion'

/** `procedural` inside a speech: a division, a stage direction, words without a speaker. */
export type TurnKind = SpeechKind | 'procedural'

/**
 * A part of a speech's text that one person said. `[start, end)` are offsets into the text and include the printed
 * name; the spoken words begin at `spokenFrom`.
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

/** Where a text is printed in the record. */
export type RecordPlace = {
  /** The record's own id, or `au.reps.2024-06-25.42`: chamber, date and position, the same at every import. */
  sourceId: string
  chamber: Chamber
  /** ISO date of the sitting. */
  date: string
  /** The part of the day's record: the chamber, its second chamber, or answers printed after it. */
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
  /** The line of the file where it begins, 1-based; null when the file has no useful line numbers. */
  line: number | null
}

/**
 * One speech, question or answer as the record cuts it.
 *
 * The text is verbatim. Paragraphs are separated by a blank line; each row of a table is a line with tabs between
 * cells. Interjections and continuations stay inside, each beginning its own paragraph with the name as
 * the record prints it, as does the speech itself: "Ms GILLARD —Mr Speaker, I wish …", "The SPEAKER —Please proceed.",
 * "Senator CORMANN (Western Australia—Minister for Finance) (12:57): I will …". Soft hyphens and control characters
 * are removed, runs of white space become one space; nothing else is changed.
 */
export type Speech = RecordPlace & {
  kind: SpeechKind
  /** "Anthony Albanese". */
  speaker: string
  /** The id of the person in the record or the parliamentary handbook: `R36`. */
  speakerId: string | null
  role: string | null
  /** "Labor", "Liberal", …; "Unknown" when neither the record nor the member tables have it. */
  party: string
  /** Null for senators. */
  electorate: string | null
  /** `NSW`, `VIC`, …; "Unknown" when neither the record nor the member tables have it. */
  state: string
  isGovernment: boolean | null
  isFirstSpeech: boolean
  /** Hours and minutes as printed; in 24-hour form where the record prints a.m. or p.m. */
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

/** A text without a speaker: openings, divisions, petitions, messages, stage directions. */
export type Procedural = RecordPlace & {
  kind: 'procedural' | 'division' | 'petition'
  text: string
}

/** The party, state or speaker when it is not known. */
export const unknown = 'Unknown'
