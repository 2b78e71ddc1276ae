export type LogLevel = 'debug' | 'info' | 'warn' | 'error'

/** Writes one line per event. Callers must not pass source text, queries or secrets above `debug`. */
export interface Log {
  write(level: LogLevel, event: string, fields?: Record<string, string | number | boolean | null>): void
}
