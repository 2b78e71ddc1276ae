import type { Hono } from 'hono'
import { Failure, statusOfKind } from '../../core/model/failure.ts'
import { tokenCheck } from './guards.ts'
import { readJson } from './read-json.ts'
import { endedSession, sessions } from './session-cookie.ts'

export const sessionPath = '/session'

/** Larger than any token. */
const maxBodyBytes = 10_000

/**
 * Lets a person sign in to the page with the server's token: POST sets a cookie, DELETE removes it, GET says whether the
 * server has a token and whether this browser is signed in.
 */
export function addSessionRoutes(app: Hono, options: { token: string | null; now?(): number }): void {
  const { token, now = Date.now } = options
  const session = token === null ? null : sessions(token)
  app.get(sessionPath, context => {
    const isSignedIn = session?.holds(context.req.header('cookie') ?? null, now()) ?? true
    return context.json({ needs_token: token !== null, signed_in: isSignedIn })
  })
  app.post(sessionPath, async context => {
    const body = await readJson(context.req.raw, maxBodyBytes)
    const given = body.state === 'read' ? Object(body.value).token : undefined
    if (session !== null && token !== null && !(typeof given === 'string' && tokenCheck(token)(given)))
      return refuse(typeof given === 'string' ? wrongToken : noToken)
    const headers = session === null ? {} : { 'Set-Cookie': session.open(now()) }
    return context.json({ needs_token: token !== null, signed_in: true }, 200, headers)
  })
  app.delete(sessionPath, context =>
    context.json({ needs_token: token !== null, signed_in: token === null }, 200, {
      'Set-Cookie': endedSession,
    }),
  )
}

const wrongToken = new Failure('forbidden', 'TOKEN_WRONG', 'The token is wrong.', {
  hint: 'It is the one that the server was started with (--token-file or QUIRE_TOKEN).',
})

const noToken = new Failure('invalid', 'INVALID_INPUT', 'The body has no token.', {
  hint: 'Send {"token": "…"} as JSON.',
})

function refuse({ kind, code, message, hint }: Failure): Response {
  return Response.json({ error: { code, message, hint } }, { status: statusOfKind[kind] })
}
