import type { RecordPlace, SpeechKind, TurnKind } from '../speech.ts'

/** Who is named as speaking, with everything that the record states about them. Not looked up in the directory yet. */
export type Talker = {
  id: string | null
  /** As printed: "Ms GILLARD", "The DEPUTY SPEAKER (Ms AE Burke)". */
  printedName: string | null
  /** In sort order: "Gillard, Julia, MP". */
  sortName: string | null
  party: string | null
  electorate: string | null
  role: string | null
  time: string | null
  page: string | null
  isGovernment: boolean | null
  isFirstSpeech: boolean
}

export const nobody: Talker = {
  id: null,
  printedName: null,
  sortName: null,
  party: null,
  electorate: null,
  role: null,
  time: null,
  page: null,
  isGovernment: null,
  isFirstSpeech: false,
}

/** Null for ids that mean no person: 10000 and its neighbours are the chair and unnamed members. */
export function personalId(id: string | null | undefined): string | null {
  const clean = id?.trim() ?? ''
  return clean === '' || /^(?:1000\d?|0+|unknown|n\/?a)$/i.test(clean) ? null : clean
}

export type DraftTurn = { kind: TurnKind; talker: Talker; start: number; spokenFrom: number; end: number }

export type Section = {
  title: string | null
  page: string | null
  type: string | null
  number: string | null
  /** Further titles of the same debate: bills debated together. */
  others: string[]
}

export type DraftKind = SpeechKind | 'procedural' | 'division' | 'petition'

/** A speech or procedural text as the record divides it, before members are looked up. */
export type RecordDraft = {
  kind: DraftKind
  /** The id in the record, where it has one. */
  id: string | null
  line: number | null
  venue: RecordPlace['venue']
  sections: readonly Section[]
  talker: Talker
  page: string | null
  lastPage: string | null
  text: string
  turns: DraftTurn[]
}

/** What the head of a file states about the whole day. */
export type SittingHeader = {
  /** Every date in it, the most reliable first. */
  dates: string[]
  chamber: string | null
  parliament: string | null
  session: string | null
  period: string | null
}
