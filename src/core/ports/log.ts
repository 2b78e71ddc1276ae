export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** One line per event. Never source text, queries or secrets above debug. */
export interface Log {
  write(level: LogLevel, event: string, fields?: Record<string, string | number | boolean | null>): void
}
