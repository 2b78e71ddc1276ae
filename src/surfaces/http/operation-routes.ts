import type { Hono } from 'hono'
import { Failure } from '../../core/model/failure.ts'
import { currentRights } from '../../core/model/rights.ts'

/** What those who operate the server ask it. */
export type Operation = {
  /** Resolves when the server can answer searches; throws otherwise. */
  checkReady?(signal: AbortSignal): Promise<void>
  /** Counts and measurements in the text format of Prometheus. */
  metrics?(): Promise<string>
}

/** How long the store has to answer. Probes of Kubernetes wait for one second unless told otherwise. */
const readyMs = 900

const metricsType = 'text/plain; version=0.0.4; charset=utf-8'

/**
 * `/healthz` says that the process runs; `/readyz` that it should get requests: its store answers and it is not about to
 * end. Neither needs a token, so neither says why. `/metrics` needs one of all collections where the server has tokens.
 */
export function addOperationRoutes(app: Hono, operation: Operation & { isDraining(): boolean }): void {
  const { checkReady, metrics } = operation
  app.get('/healthz', context => context.json({ status: 'ok' }))
  app.get('/readyz', async context => {
    if (operation.isDraining()) return context.json({ status: 'draining' }, 503)
    const isReady = await answersInTime(checkReady)
    return isReady ? context.json({ status: 'ok' }) : context.json({ status: 'unavailable' }, 503)
  })
  if (metrics !== undefined)
    app.get('/metrics', async context => {
      // They count the calls and documents of everybody.
      if (currentRights().collections !== null) throw notForLimited
      return context.body(await metrics(), 200, { 'Content-Type': metricsType })
    })
}

const notForLimited = new Failure(
  'forbidden',
  'FORBIDDEN',
  'A token that is limited to collections may not read the metrics.',
  { hint: 'Use a token of all collections: quire token add --role reader' },
)

async function answersInTime(checkReady: Operation['checkReady']): Promise<boolean> {
  if (checkReady === undefined) return true
  const { promise, resolve } = Promise.withResolvers<boolean>()
  const late = new AbortController()
  const timer = setTimeout(() => {
    late.abort()
    resolve(false)
  }, readyMs)
  checkReady(late.signal).then(
    () => resolve(true),
    () => resolve(false),
  )
  return promise.finally(() => clearTimeout(timer))
}
