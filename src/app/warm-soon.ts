import type { Wired } from './wire.ts'

/** A client's first words are answered before the model takes the processor. */
const courtesyMs = 200

/** Loads the model in the background, so that the first question need not wait for it. */
export function warmSoon({ engine, log }: Pick<Wired, 'engine' | 'log'>): void {
  const warm = () =>
    engine.warm().catch((error: unknown) => log.write('warn', 'warm', { problem: String(error) }))
  setTimeout(warm, courtesyMs).unref()
}
