import type { Wired } from './wire.ts'

/** How often a server looks for documents that have been in the trash long enough. */
const everyMs = 10 * 60_000

/** Removes old documents from the trash at the start of a server and while it runs, until it is stopped. */
export function emptyTrashOnTime(
  { engine, log }: Pick<Wired, 'engine' | 'log'>,
  stopping: AbortSignal,
  intervalMs = everyMs,
): void {
  const empty = () =>
    engine.trash.empty().catch((error: unknown) => log.write('warn', 'trash', { problem: String(error) }))
  void empty()
  const timer = setInterval(empty, intervalMs)
  timer.unref()
  stopping.addEventListener('abort', () => clearInterval(timer), { once: true })
}
