import { Failure } from '../../core/model/failure.ts'

/** What an endpoint answered instead of text, as a Failure. Its own words stay out: they may quote the key. */
export function statusFailure(status: number, host: string): Failure {
  const details = { host, status }
  if (status === 429)
    return new Failure(
      'rate_limited',
      'RATE_LIMITED',
      `The language model at ${host} is refusing more requests.`,
      {
        hint: 'Wait a while, then try again.',
        details,
      },
    )
  if (status === 401 || status === 403)
    return new Failure(
      'unavailable',
      'MODEL_UNAUTHORIZED',
      `The language model at ${host} does not accept the configured key (HTTP ${status}).`,
      { hint: 'Set llm.key (QUIRE_LLM_KEY) to one that is valid for this address.', details },
    )
  if (status === 413)
    return new Failure(
      'too_large',
      'MODEL_INPUT_TOO_LARGE',
      `The question is too long for the model at ${host}.`,
      {
        hint: 'Lower llm.context_tokens.',
        details,
      },
    )
  return new Failure(
    'unavailable',
    'MODEL_FAILED',
    `The language model at ${host} answered with HTTP ${status}.`,
    {
      hint:
        status === 404
          ? 'Check llm.url (it usually ends in /v1) and that llm.model exists there.'
          : 'Check llm.url and llm.model; if they are right, try again later.',
      details,
    },
  )
}

export function modelTimeout(host: string, timeoutMs: number): Failure {
  return new Failure(
    'timeout',
    'MODEL_TIMEOUT',
    `The language model at ${host} did not finish within ${Math.round(timeoutMs / 1000)} seconds.`,
    { hint: 'Raise llm.timeout_seconds, or lower llm.max_tokens.' },
  )
}

export function invalidAnswer(host: string): Failure {
  return new Failure(
    'unavailable',
    'MODEL_FAILED',
    `${host} did not answer as an OpenAI-compatible endpoint does.`,
    {
      hint: 'Check that llm.url belongs to one; it usually ends in /v1.',
    },
  )
}
