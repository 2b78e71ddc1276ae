import { Failure, sayFailure } from '../core/model/failure.ts'
import type { Wired } from './wire.ts'

/** A client's first words are answered before the model takes the processor. */
export const courtesyMs = 200

type Warmed = Pick<Wired, 'engine' | 'log'>

/** For a server that stays: in the background, and not at once. */
export function warmSoon(wired: Warmed): void {
  setTimeout(() => warm(wired, { stays: true }), courtesyMs).unref()
}

/**
 * Loads the model, so that the first question need not wait for it; for a server that stays, also what reads
 * documents, and what the store ranks with, which takes seconds where there are hundreds of thousands of chunks.
 */
export async function warm({ engine, log }: Warmed, { stays }: { stays: boolean }): Promise<void> {
  try {
    await engine.storeAccess()
  } catch (error) {
    // Every call will say so; who runs the server hears of it now.
    log.write('error', 'store', { problem: error instanceof Failure ? sayFailure(error) : String(error) })
  }
  try {
    await engine.warm()
    if (stays) await engine.warmIngest()
    if (stays) await engine.warmStore()
  } catch (error) {
    log.write('warn', 'warm', { problem: String(error) })
  }
}
