import { type Failure, sayFailure } from '../../core/model/failure.ts'

/** The message of a failed call. The contract prescribes the first words. */
export function wordFailure(failure: Failure): string {
  const { kind, code } = failure
  if (code === 'SPEECH_NOT_FOUND') return failure.message
  if (kind === 'rate_limited') return 'Rate limit exceeded. Please try again in 60 seconds.'
  if (isStoreTrouble(code)) return `Database error. ${sayFailure(failure)}`
  if (kind === 'invalid' || kind === 'unsupported' || kind === 'too_large' || kind === 'forbidden')
    return `Invalid input: ${sayFailure(failure)}`
  return sayFailure(failure)
}

function isStoreTrouble(code: string): boolean {
  return code.startsWith('STORE_') || code === 'INDEX_UNAVAILABLE'
}
