import type { Converters } from '../ports/converter.ts'
import type { UrlReader } from '../ports/source-reader.ts'

/**
 * Parts that are opened by their first use. Most sessions only search: loading the converters and the fetcher would
 * be a third of the time it takes to start.
 */
export function lazyConverters(part: {
  open(): Promise<Converters>
  accepts: Converters['accepts']
}): Converters {
  const opened = once(part.open)
  return {
    identify: async raw => (await opened.get()).identify(raw),
    convert: async (raw, options, context) => (await opened.get()).convert(raw, options, context),
    accepts: part.accepts,
    close: opened.close,
  }
}

export type ClosableUrlReader = UrlReader & { close(): Promise<void> }

export function lazyUrlReader(open: () => Promise<ClosableUrlReader>): ClosableUrlReader {
  const opened = once(open)
  return { read: async (url, signal) => (await opened.get()).read(url, signal), close: opened.close }
}

/** Opens at most once, and closes only what was opened. */
function once<T extends { close(): Promise<void> }>(open: () => Promise<T>) {
  let part: Promise<T> | null = null
  return {
    get() {
      part ??= open()
      return part
    },
    async close() {
      const opened = await part?.catch(() => null)
      await opened?.close()
    },
  }
}
