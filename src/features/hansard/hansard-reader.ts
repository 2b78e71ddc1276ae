import type { RawSource } from '../../core/model/source.ts'
import type { Chamber, Procedural, Speech } from './speech.ts'

/** Something in a file that could not be read as it stands; `line` is 1-based, null when it concerns the whole file. */
export type HansardProblem = { line: number | null; message: string }

export type HansardFormat = 'xml' | 'sgml' | 'csv' | 'json' | 'markdown'

export type HansardFile = {
  format: HansardFormat
  /** In the order of the record. */
  speeches: Speech[]
  /** In the order of the record; shares `order` with the speeches. */
  procedural: Procedural[]
  problems: HansardProblem[]
}

/** Reads files of parliamentary record. */
export interface HansardReader {
  /**
   * Everything in the file that can be read: every word of the record is in one speech or one procedural text, once.
   * The format is told by the content, with the name as a hint. What is damaged is reported, not thrown; throws
   * Failure `INVALID_HANSARD` only when the file as a whole is no record, or does not state its day.
   */
  read(file: RawSource, signal: AbortSignal): Promise<HansardFile>
}

/** A member of parliament as at a date. */
export type Member = {
  /** The parliament's own id (`R36`), as the record uses it. */
  id: string
  /** "Anthony Albanese". */
  name: string
  surname: string
  party: string | null
  /** Null for senators, and when the person held no seat at the date. */
  electorate: string | null
  /** Code of the state or territory. */
  state: string | null
  chamber: Chamber | null
}

export type MemberQuery = {
  id: string | null
  /** In any form the record prints: "Senator CHRIS EVANS", "Evans, Sen Christopher", "Ms AE Burke", "Mr Albanese". */
  name: string | null
  chamber: Chamber
  date: string
  electorate: string | null
}

/** Who sat in parliament, when, for which place and party. */
export interface MemberDirectory {
  /** How many people it knows. */
  readonly size: number
  /**
   * The one person the query fits. An id decides; without one the name must fit exactly one person who sat in that
   * chamber at the date. Null when nobody or more than one fits: a guess is never made.
   */
  find(query: MemberQuery): Member | null
  /** Who held an office of the chair ("SPEAKER", "DEPUTY PRESIDENT") at a date, where the tables say. */
  findChair(office: string, chamber: Chamber, date: string): Member | null
  /** Who sat for a division of the House at a date. */
  findSeat(electorate: string, date: string): Member | null
  /** The state a division of the House lies or lay in. */
  stateOf(electorate: string): string | null
}
