import { randomUUID } from 'node:crypto'
import type { Caller } from '../../core/contract/caller.ts'
import { Failure } from '../../core/model/failure.ts'

export const restCaller: Caller = { surface: 'rest', isLocal: false }

/** The caller's own id when it looks like one, so that it finds its call in the log. */
export function correlationIdOf(request: Request): string {
  const given = request.headers.get('x-correlation-id')
  return given !== null && /^[\w.:-]{1,64}$/.test(given) ? given : randomUUID()
}

export function bodyTooComplex(problem: string): Failure {
  return new Failure('too_large', 'TOO_LARGE', problem, { hint: 'Send less at once.' })
}

export function bodyTooLarge(maxBytes: number): Failure {
  return new Failure('too_large', 'TOO_LARGE', `The body is larger than ${maxBytes} bytes.`, {
    hint: 'Send less at once.',
    details: { max_bytes: maxBytes },
  })
}
