import type { Failure } from './failure.ts'

/** What is wrong and what to do about it, as one text. */
export function sayFailure({ message, hint }: Pick<Failure, 'message' | 'hint'>): string {
  return hint === null ? message : `${message.replace(/([^.!?])$/, '$1.')} ${hint}`
}
