import { createHash } from 'node:crypto'

/** What choices are made by: the same for the same text, and nothing else to do with it. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
