import { Failure } from '../../core/model/failure.ts'
import type { RawSource } from '../../core/model/source.ts'

/**
 * Who gave many sources must see which one a message is about, whichever library noticed. What has a name in it,
 * and what is no fault of the source, stays as it is.
 */
export function nameSource(error: unknown, { name }: RawSource): unknown {
  const isAboutSource = error instanceof Failure && (error.kind === 'invalid' || error.kind === 'too_large')
  if (!isAboutSource || error.message.includes(name)) return error
  return new Failure(error.kind, error.code, `${name}: ${error.message}`, {
    ...(error.hint === null ? {} : { hint: error.hint }),
    details: error.details,
    cause: error,
  })
}
