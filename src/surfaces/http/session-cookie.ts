import { createHmac, timingSafeEqual } from 'node:crypto'

/** The cookie that a browser holds after a person signed in with the token. */
export const sessionCookie = 'quire_session'

const sessionSeconds = 30 * 24 * 60 * 60

/**
 * Signs sessions with the server's token: every process with the same token accepts them, a new token ends them all, and the
 * cookie does not contain the token.
 */
export function sessions(token: string) {
  const sign = (expires: string) => createHmac('sha256', token).update(`session ${expires}`).digest()
  return {
    /** The value of `Set-Cookie` for a person who has just signed in. */
    open(nowMs: number): string {
      const expires = String(Math.floor(nowMs / 1000) + sessionSeconds)
      const value = `${expires}.${sign(expires).toString('base64url')}`
      return `${sessionCookie}=${value}; ${attributes}; Max-Age=${sessionSeconds}`
    },
    /** Whether the `Cookie` header holds a session that has not expired. */
    holds(header: string | null, nowMs: number): boolean {
      const [expires = '', signature = ''] = (readCookie(header) ?? '').split('.')
      if (!/^\d{1,12}$/.test(expires) || Number(expires) * 1000 <= nowMs) return false
      const given = Buffer.from(signature, 'base64url')
      const right = sign(expires)
      return given.length === right.length && timingSafeEqual(given, right)
    },
  }
}

/** Marks a cookie that holds a token itself: what the server stores of it cannot sign anything. */
const bearerMark = 't.'

/** The value of `Set-Cookie` for a person who signed in with a token that is not the server's own. */
export function bearerSession(token: string, { isSecure }: { isSecure: boolean }): string {
  const value = `${bearerMark}${Buffer.from(token).toString('base64url')}`
  return `${sessionCookie}=${value}; ${attributes}; Max-Age=${sessionSeconds}${isSecure ? '; Secure' : ''}`
}

/** The token in such a cookie; null when there is none. */
export function bearerInCookie(header: string | null): string | null {
  const value = readCookie(header)
  if (value?.startsWith(bearerMark) !== true) return null
  return Buffer.from(value.slice(bearerMark.length), 'base64url').toString()
}

/** Scripts cannot read it, and no other site's request carries it. */
const attributes = 'Path=/; HttpOnly; SameSite=Strict'

/** The value of `Set-Cookie` that ends a session. */
export const endedSession = `${sessionCookie}=; ${attributes}; Max-Age=0`

function readCookie(header: string | null): string | null {
  for (const pair of (header ?? '').split(';')) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === sessionCookie) return value ?? null
  }
  return null
}
