import type { Citation, Statement } from './types.ts'

/** An answer before it is handed over: what is said, on which passages, and what was left out. */
export type Draft = {
  kind: 'extracted' | 'written'
  text: string
  statements: Statement[]
  citations: Citation[]
  dropped: string[]
  usage: { calls: number; promptTokens: number; completionTokens: number } | null
  warnings: string[]
}
