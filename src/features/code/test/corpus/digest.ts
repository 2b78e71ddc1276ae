import { createHash } from 'node:crypto'

/** A hash for deterministic choices: the same text always makes the same choice. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}
