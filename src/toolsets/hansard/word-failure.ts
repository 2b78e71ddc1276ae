import type { Failure } from '../../model/failure.ts'

/** This contract fails in plain sentences. */
export function wordFailure(failure: Failure): string {
  const { kind, code } = failure
  if (code === 'SPEECH_NOT_FOUND') return failure.message
  if (kind === 'rate_limited') return 'Rate limit exceeded. Please try again in 60 seconds.'
  if (isStoreTrouble(code)) return `Database error. ${sentenceOf(failure)}`
  if (kind === 'invalid' || kind === 'unsupported' || kind === 'too_large' || kind === 'forbidden')
    return `Invalid input: ${sentenceOf(failure)}`
  return sentenceOf(failure)
}

function isStoreTrouble(code: string): boolean {
  return code.startsWith('STORE_') || code === 'INDEX_UNAVAILABLE'
}

function sentenceOf({ message, hint }: Failure): string {
  return hint === null ? message : `${message.replace(/([^.!?])$/, '$1.')} ${hint}`
}
