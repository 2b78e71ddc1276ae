import type { Outcome } from '../../core/contract/invoke.ts'
import { type FailureKind, statusOfKind } from '../../core/model/failure.ts'

/** An outcome as an HTTP response: the value itself, or the contract's wording of the failure. */
export function answer(
  outcome: Outcome,
  statuses: Readonly<Record<FailureKind, number>> = statusOfKind,
  added: Readonly<Record<string, string>> = {},
): Response {
  const headers = { 'X-Correlation-Id': outcome.correlationId, ...added }
  if (outcome.ok) return Response.json(outcome.value, { headers })
  const { worded, failure } = outcome
  const status = statuses[failure.kind]
  if (typeof worded !== 'string') return Response.json(worded, { status, headers })
  return new Response(worded, {
    status,
    headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' },
  })
}
