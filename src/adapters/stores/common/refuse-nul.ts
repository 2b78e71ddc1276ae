import { Failure } from '../../../core/model/failure.ts'
import { holdsNul } from '../../../core/text/nul.ts'

/** Throws when a text that is to be stored contains U+0000. */
export function refuseNul(value: unknown): void {
  if (!holdsNul(value)) return
  throw new Failure('invalid', 'INVALID_TEXT', 'A text that is to be stored contains the character U+0000.', {
    hint: 'Remove the character, or replace it.',
  })
}
