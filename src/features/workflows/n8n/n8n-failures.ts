import { Failure } from '../../../core/model/failure.ts'
import type { N8nRequest } from './n8n-client.ts'

/** What n8n refused, by status, in its own words where it gave any. */
export function failureOf(
  status: number,
  message: string,
  { url, request: { id, query } }: { url: URL; request: N8nRequest },
): Failure {
  const details = { status, ...(id === undefined ? {} : { workflow_id: id }) }
  const says = message === '' ? '.' : `: ${message.replace(/\.?$/, '.')}`
  if (status === 403 && id !== undefined)
    return new Failure(
      'forbidden',
      'WORKFLOW_FORBIDDEN',
      `n8n does not let the owner of this API key use workflow ${JSON.stringify(id)} like this${says}`,
      {
        hint: 'The workflow belongs to another user or project, or the key lacks the scope for it. Ask its owner to share it, or use a key with more scopes.',
        details,
      },
    )
  if (status === 401 || status === 403)
    return new Failure('forbidden', 'WORKFLOW_ENGINE_DENIED', `n8n refused the API key${says}`, {
      hint: 'Make a key in n8n under Settings → n8n API, with the scopes for workflows, and set N8N_API_KEY to it.',
      details,
    })
  if (status === 404) return notFound(id ?? '', details)
  if (status === 429)
    return new Failure('rate_limited', 'RATE_LIMITED', `${url.host} refuses further requests for now.`, {
      hint: 'Try again in a minute.',
      details,
    })
  if (status < 500 && query?.cursor !== undefined)
    return new Failure('invalid', 'INVALID_CURSOR', `n8n does not know this cursor${says}`, {
      hint: 'Use next_cursor of the page before exactly as it was given, or leave cursor out to begin again.',
      details,
    })
  if (status < 500)
    return new Failure(
      status === 409 ? 'conflict' : 'invalid',
      'WORKFLOW_REJECTED',
      `n8n rejected the workflow${says}`,
      {
        hint: 'Correct what it names; types and parameters of nodes must be those this n8n knows.',
        details,
      },
    )
  return new Failure('unavailable', 'WORKFLOW_ENGINE_UNAVAILABLE', `n8n failed with HTTP ${status}${says}`, {
    hint: 'Look at the log of n8n, then try again.',
    details,
  })
}

export function notFound(id: string, details: Record<string, unknown> = { workflow_id: id }): Failure {
  return new Failure('not_found', 'WORKFLOW_NOT_FOUND', `Workflow ${JSON.stringify(id)} not found.`, {
    hint: 'List the workflows with list_workflows.',
    details,
  })
}

export function unreachable(url: URL, cause: Failure): Failure {
  return new Failure(
    'unavailable',
    'WORKFLOW_ENGINE_UNAVAILABLE',
    `n8n cannot be reached at ${url.origin}: ${cause.message}`,
    { hint: 'Start n8n, or set N8N_API_URL to where it listens.', details: { host: url.host }, cause },
  )
}

export function notN8n(url: URL, status: number): Failure {
  return new Failure(
    'unavailable',
    'WORKFLOW_ENGINE_UNAVAILABLE',
    `${url.origin} did not answer as n8n’s public API (HTTP ${status}): it is not n8n, its public API is disabled, or it is still starting.`,
    {
      hint: 'If n8n has just been started, try again in a few seconds. Otherwise set N8N_API_URL to its address, such as http://localhost:5678/api/v1, and make sure that the public API is not disabled there.',
      details: { host: url.host, status },
    },
  )
}
