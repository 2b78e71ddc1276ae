/**
 * Reads which words of a text are mentions of somebody or something, and which mentions are related, as sentences say it.
 *
 * A caller may rely on this: the same window always has the same reading, spans are inside of the window, and a pair joins two
 * different spans. Scores are log odds: above 0 the model thinks that it is so.
 */
export interface RelationReader {
  /** The model and everything that changes its readings. */
  readonly id: string
  /** Languages that the model was trained for (ISO 639-1). */
  readonly languages: readonly string[]
  /** One reading a window, in order. Windows longer than the model reads are cut, never refused. */
  readWindows(windows: readonly WordWindow[], signal: AbortSignal): Promise<RelationReading[]>
  close(): Promise<void>
}

/** Words and marks that are read together. Numbers of words count the header first. */
export type WordWindow = {
  /** Titles above the text. */
  header: readonly string[]
  words: readonly string[]
  /** The first and the last word of each date. */
  dates: readonly { first: number; last: number }[]
}

export type RelationReading = { spans: ReadSpan[]; pairs: ReadPair[] }

/** Words [first, last]: a name, a word that means somebody whose name is elsewhere, an office, or one of the dates. */
export type ReadSpan = {
  kind: 'name' | 'reference' | 'role' | 'date'
  first: number
  last: number
  score: number
}

/** `from` and `to` are numbers of spans; `begin` and `end` those of dates of the window, null when none fits. */
export type ReadPair = {
  relation: string
  from: number
  to: number
  score: number
  begin: number | null
  end: number | null
}
