import { Failure } from '../../model/failure.ts'
import type { N8nRequest } from './n8n-client.ts'

/** What n8n refused, by status, in its own words where it gave any. */
export function failureOf(status: number, message: string, { id }: N8nRequest): Failure {
  const details = { status, ...(id === undefined ? {} : { workflow_id: id }) }
  const says = message === '' ? '' : `: ${message.replace(/\.?$/, '.')}`
  if (status === 401 || status === 403)
    return new Failure(
      'forbidden',
      'WORKFLOW_ENGINE_DENIED',
      `n8n refused the API key${says === '' ? '.' : says}`,
      {
        hint: 'Make a key in n8n under Settings → n8n API, with the scopes for workflows, and set N8N_API_KEY to it.',
        details,
      },
    )
  if (status === 404)
    return new Failure('not_found', 'WORKFLOW_NOT_FOUND', `Workflow ${JSON.stringify(id ?? '')} not found.`, {
      hint: 'List the workflows with list_workflows.',
      details,
    })
  if (status === 429)
    return new Failure('rate_limited', 'RATE_LIMITED', 'n8n is asked too often at the moment.', {
      hint: 'Try again in a minute.',
      details,
    })
  if (status < 500)
    return new Failure(
      'invalid',
      'WORKFLOW_REJECTED',
      `n8n rejected the workflow${says === '' ? '.' : says}`,
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
    `What answers at ${url.origin} (HTTP ${status}) is not n8n’s public API.`,
    {
      hint: 'Set N8N_API_URL to the address of n8n, such as http://localhost:5678/api/v1; the public API must not be disabled there.',
      details: { host: url.host, status },
    },
  )
}
