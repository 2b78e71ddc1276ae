import type { MiddlewareHandler } from 'hono'

/** A page that wants more than this sets its own policy; what is set is kept. */
const defaults: Readonly<Record<string, string>> = {
  'Content-Security-Policy': "default-src 'none'; frame-ancestors 'none'",
  'Cross-Origin-Resource-Policy': 'same-origin',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'X-Content-Type-Options': 'nosniff',
  'X-Frame-Options': 'DENY',
}

export const securityHeaders: MiddlewareHandler = async (context, next) => {
  await next()
  for (const [name, value] of Object.entries(defaults))
    if (!context.res.headers.has(name)) context.res.headers.set(name, value)
}
