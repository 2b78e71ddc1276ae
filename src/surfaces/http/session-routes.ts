import type { Hono } from 'hono'
import { type Authenticator, isRefused } from '../../core/contract/authenticate.ts'
import type { Runtime } from '../../core/contract/invoke.ts'
import { Failure, statusOfKind } from '../../core/model/failure.ts'
import type { Rights } from '../../core/model/rights.ts'
import type { Attempts } from './attempts.ts'
import type { ClientAddress } from './client-address.ts'
import { tokenCheck } from './guards.ts'
import { readJson } from './read-json.ts'
import { bearerInCookie, bearerSession, endedSession, sessions } from './session-cookie.ts'

export const sessionPath = '/session'

/** Larger than any token. */
const maxBodyBytes = 10_000

export type SessionOptions = {
  token: string | null
  access?: Authenticator
  attempts: Attempts
  clientOf: ClientAddress
  runtime: Pick<Runtime<unknown>, 'log' | 'audit'>
  /** Whether browsers reach the server by https. */
  isSecure?: boolean
  now?(): number
}

/**
 * Lets a person sign in to the page with a token: POST sets a cookie, DELETE removes it, GET says whether the server needs
 * a token and whether this browser is signed in, with the role if its token is not the server's own.
 */
export function addSessionRoutes(app: Hono, options: SessionOptions): void {
  const { token, access, attempts, clientOf, runtime, isSecure = false, now = Date.now } = options
  const session = token === null ? null : sessions(token)
  const needsToken = async () => token !== null || (await access?.isRequired()) === true

  app.get(sessionPath, async context => {
    const cookie = context.req.header('cookie') ?? null
    const isNeeded = await needsToken()
    const bearer = bearerInCookie(cookie)
    const rights = isNeeded && bearer !== null ? await rightsOf(bearer) : null
    const isSignedIn = !isNeeded || rights !== null || session?.holds(cookie, now()) === true
    return context.json({ needs_token: isNeeded, signed_in: isSignedIn, ...shown(rights) })
  })
  app.post(sessionPath, async context => {
    const body = await readJson(context.req.raw, maxBodyBytes)
    const given = body.state === 'read' ? Object(body.value).token : undefined
    if (!(await needsToken())) return context.json({ needs_token: false, signed_in: true })
    if (typeof given !== 'string') return refuse(noToken)
    const client = clientOf(context.env, context.req.raw.headers)
    const isServers = token !== null && tokenCheck(token)(given)
    const waitMs = isServers ? 0 : attempts.waitMs(client, given)
    if (waitMs > 0) return refuse(tooOften, { 'Retry-After': String(Math.ceil(waitMs / 1000)) })
    const rights = isServers ? null : await rightsOf(given)
    if (!isServers && rights === null) {
      attempts.noteWrong(client)
      const refused = { method: 'POST', path: sessionPath }
      runtime.log.write('warn', 'refused', { code: wrongToken.code, ...refused })
      runtime.audit?.({ token: null, ...refused, outcome: wrongToken.code })
      return refuse(wrongToken)
    }
    const cookie = isServers && session !== null ? session.open(now()) : bearerSession(given, { isSecure })
    return context.json({ needs_token: true, signed_in: true, ...shown(rights) }, 200, {
      'Set-Cookie': cookie,
    })
  })
  app.delete(sessionPath, async context => {
    const isNeeded = await needsToken()
    return context.json({ needs_token: isNeeded, signed_in: !isNeeded }, 200, { 'Set-Cookie': endedSession })
  })

  async function rightsOf(bearer: string): Promise<Rights | null> {
    const answer = await access?.check(bearer)
    return answer === undefined || isRefused(answer) ? null : answer
  }
}

function shown(rights: Rights | null) {
  return rights === null ? {} : { role: rights.role, libraries: rights.collections }
}

const wrongToken = new Failure('forbidden', 'TOKEN_WRONG', 'The token is wrong.', {
  hint: 'It is the one that the server was started with (--token-file or QUIRE_TOKEN), or one of quire token add.',
})

const noToken = new Failure('invalid', 'INVALID_INPUT', 'The body has no token.', {
  hint: 'Send {"token": "…"} as JSON.',
})

const tooOften = new Failure(
  'rate_limited',
  'RATE_LIMITED',
  'Too many wrong tokens were sent from this address.',
  {
    hint: 'Check the token, and try again later.',
  },
)

function refuse(
  { kind, code, message, hint }: Failure,
  headers: Readonly<Record<string, string>> = {},
): Response {
  return Response.json({ error: { code, message, hint } }, { status: statusOfKind[kind], headers })
}
