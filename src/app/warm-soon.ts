import type { Wired } from './wire.ts'

/** A client's first words are answered before the model takes the processor. */
const courtesyMs = 200

/**
 * Loads the model in the background, so that the first question need not wait for it; for a server that stays, also
 * what the store ranks with, which takes seconds where there are hundreds of thousands of chunks.
 */
export function warmSoon(
  { engine, log }: Pick<Wired, 'engine' | 'log'>,
  { stays }: { stays: boolean },
): void {
  const warm = async () => {
    try {
      await engine.warm()
      if (stays) await engine.warmStore()
    } catch (error) {
      log.write('warn', 'warm', { problem: String(error) })
    }
  }
  setTimeout(warm, courtesyMs).unref()
}
