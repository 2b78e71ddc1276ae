import type { HttpResponse } from '../../../adapters/net/http.ts'
import { Failure } from '../../../core/model/failure.ts'

type Asked = { model: string; url: URL; hasToken: boolean }

/** Words a response that is no success. The hub names the reason in X-Error-Code. */
export function wordHubStatus({ status, headers }: HttpResponse, { model, url, hasToken }: Asked): Failure {
  const code = headers['x-error-code'] ?? ''
  const message = headers['x-error-message'] ?? ''
  const details = { model, status }
  const page = `${url.origin}/${model}`
  if (/invalid (credentials|username)/i.test(message) || (code === '' && status === 401 && hasToken))
    return new Failure('forbidden', 'HUB_TOKEN_INVALID', `${url.host} does not accept the access token.`, {
      hint: 'Set HF_TOKEN to a valid token, or unset it for models that anyone may fetch.',
      details,
    })
  if (code === 'GatedRepo')
    return new Failure('forbidden', 'MODEL_GATED', `The authors of "${model}" ask for consent first.`, {
      hint: hasToken
        ? `Accept the conditions at ${page} with the account of your token, then try again.`
        : `Accept the conditions at ${page}, create an access token there, and set it as HF_TOKEN.`,
      details,
    })
  if (code === 'EntryNotFound' || code === 'RevisionNotFound')
    return new Failure('not_found', 'MODEL_CHANGED', `"${model}" has no such file or revision any more.`, {
      hint: 'Try again: the model was probably changed meanwhile.',
      details: { ...details, file: url.pathname },
    })
  // The hub answers 401 for a model that does not exist as well, so that private ones cannot be guessed.
  if (code === 'RepoNotFound' || status === 401 || status === 404)
    return new Failure('not_found', 'MODEL_NOT_FOUND', `${url.host} has no model "${model}".`, {
      hint: 'Check the id (organisation/name). For a private model set HF_TOKEN to a token that may read it.',
      details,
    })
  if (status === 403)
    return new Failure('forbidden', 'MODEL_FORBIDDEN', `${url.host} refuses access to "${model}".`, {
      hint: 'Set HF_TOKEN to a token that may read this model.',
      details,
    })
  if (status === 429)
    return new Failure('rate_limited', 'RATE_LIMITED', `${url.host} is refusing more requests.`, {
      hint: 'Wait a few minutes and try again: what was fetched is kept. With HF_TOKEN the limits are higher.',
      details,
    })
  return new Failure('unavailable', 'HUB_FAILED', `${url.host} answered with HTTP ${status}.`, {
    hint: 'Try again later: what was fetched is kept.',
    details,
  })
}

/** How long the hub asks to wait, in milliseconds: Retry-After (seconds or a date), or `t` of RateLimit. */
export function pauseOf({ headers }: Pick<HttpResponse, 'headers'>, now: number): number | null {
  const asked = headers['retry-after']?.trim() ?? ''
  if (/^\d+(\.\d+)?$/.test(asked)) return Number(asked) * 1000
  const date = Date.parse(asked)
  if (asked !== '' && !Number.isNaN(date)) return Math.max(0, date - now)
  const reset = /;\s*t=(\d+)/.exec(headers.ratelimit ?? '')?.[1]
  return reset === undefined ? null : Number(reset) * 1000
}
