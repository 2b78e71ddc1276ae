import { tmpdir } from 'node:os'
import { sweepTemporary } from '../adapters/confine/sweep-temporary.ts'
import { Failure, sayFailure } from '../core/model/failure.ts'
import { systemClock } from './clock.ts'
import type { Wired } from './wire.ts'

/** Delay before the model is loaded, so that the first requests of a client are not slowed down. */
export const courtesyMs = 200

type Warmed = Pick<Wired, 'engine' | 'log'>

/** Warms up a long-running server in the background, after a delay. */
export function warmSoon(wired: Warmed): void {
  setTimeout(() => warm(wired, { stays: true }), courtesyMs).unref()
}

/**
 * Loads the model, so that the first query does not wait for it. For a long-running server (`stays`), also loads the
 * converters and the store's search data, which takes seconds if there are hundreds of thousands of chunks, makes the
 * vectors that an earlier process did not finish, and removes what it left in the temporary folder.
 */
export async function warm({ engine, log }: Warmed, { stays }: { stays: boolean }): Promise<void> {
  const startedAt = performance.now()
  try {
    await engine.storeAccess()
  } catch (error) {
    // Every call reports this error; the log reports it at the start.
    log.write('error', 'store', { problem: error instanceof Failure ? sayFailure(error) : String(error) })
  }
  try {
    await engine.warm()
    if (stays) await engine.warmIngest()
    if (stays) await engine.warmStore()
    await engine.takeUpVectors()
    if (stays) await sweepTemporary(tmpdir(), Date.parse(systemClock.now()))
    if (stays) log.write('info', 'warm', { ms: Math.round(performance.now() - startedAt) })
  } catch (error) {
    log.write('warn', 'warm', { problem: String(error) })
  }
}
