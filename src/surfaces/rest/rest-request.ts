import { randomUUID } from 'node:crypto'
import type { Caller } from '../../core/contract/caller.ts'
import type { RestPath } from '../../core/contract/define-tool.ts'
import type { Outcome } from '../../core/contract/invoke.ts'
import type { ToolRow } from '../../core/contract/tool-table.ts'
import { Failure, type FailureKind, statusOfKind } from '../../core/model/failure.ts'

export const restCaller: Caller = { surface: 'rest', isLocal: false }

/** The client's correlation id if it is valid, so that it finds its call in the log; otherwise a new one. */
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

/** An outcome as an HTTP response: the value, or the failure in the contract's wording. */
export function answer(
  outcome: Outcome,
  statuses: Readonly<Record<FailureKind, number>> = statusOfKind,
  added: Readonly<Record<string, string>> = {},
): Response {
  const headers = { 'X-Correlation-Id': outcome.correlationId, ...retryOf(outcome), ...added }
  if (outcome.ok) return Response.json(outcome.value, { headers })
  const { worded, failure } = outcome
  const status = statuses[failure.kind]
  if (typeof worded !== 'string') return Response.json(worded, { status, headers })
  return new Response(worded, {
    status,
    headers: { ...headers, 'Content-Type': 'text/plain; charset=utf-8' },
  })
}

/** When the call may be repeated, if it came too early. */
function retryOf(outcome: Outcome): Record<string, string> {
  const seconds = outcome.ok ? undefined : outcome.failure.details.retry_after_seconds
  return typeof seconds === 'number' ? { 'Retry-After': String(seconds) } : {}
}

export type RestAddress = RestPath

/** The addresses of a tool: by its name (also with GET if it only reads), and at the paths of its contract. */
export function restAddresses<Services>({ tool, toolset }: ToolRow<Services>): RestAddress[] {
  const path = `/api/v1/${toolset.name}/${tool.name}`
  const addresses: RestAddress[] = [{ method: 'POST', path }]
  if (tool.access === 'read') addresses.push({ method: 'GET', path })
  for (const named of [tool.rest ?? []].flat())
    if (!addresses.some(known => known.method === named.method && known.path === named.path))
      addresses.push(named)
  return addresses
}

/** The path in the router's notation: `{id}` is `:id`. */
export function routeOf(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1')
}
