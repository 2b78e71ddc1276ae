import { Failure, throwIfAborted } from '../../core/model/failure.ts'
import type { Origin, ReferenceLibrary } from '../../core/ports/reference-library.ts'

/** One way to a Zotero library. Opening it proves that it can be reached. */
export type LibrarySource = { name: string; open(signal: AbortSignal): Promise<ReferenceLibrary> }

/** The ways to a library from one side, tried in order; the first that opens is kept. */
export type SourceGroup = {
  origin: Origin
  isConfigured: boolean
  /** Throws `ZOTERO_UNREACHABLE` saying of each way why it is closed. */
  open(signal: AbortSignal): Promise<ReferenceLibrary>
  /** Forgets what was opened, so that the next call tries again. */
  reset(): Promise<void>
  opened(): ReferenceLibrary | null
}

export function sourceGroup(
  origin: Origin,
  sources: readonly LibrarySource[],
  warn: (warning: string) => void,
): SourceGroup {
  let opening: { by: AbortSignal; library: Promise<ReferenceLibrary> } | null = null
  let opened: ReferenceLibrary | null = null

  async function openFirst(signal: AbortSignal): Promise<ReferenceLibrary> {
    const closed: { name: string; failure: Failure }[] = []
    for (const { name, open } of sources) {
      try {
        opened = await open(signal)
        for (const detour of closed.filter(({ failure }) => failure.kind !== 'not_found'))
          warn(`The ${detour.name} cannot be read, the ${name} is used instead: ${detour.failure.message}`)
        return opened
      } catch (error) {
        throwIfAborted(signal)
        if (!(error instanceof Failure)) throw error
        closed.push({ name, failure: error })
      }
    }
    throw unreachable(closed)
  }

  const group: SourceGroup = {
    origin,
    isConfigured: sources.length > 0,
    opened: () => opened,
    open(signal) {
      opening ??= { by: signal, library: openFirst(signal) }
      const shared = opening
      return shared.library.catch((error: unknown) => {
        if (opening === shared) opening = null
        // Who gave up may have been another caller than this one.
        if (shared.by.aborted && !signal.aborted) return group.open(signal)
        throw error
      })
    },
    async reset() {
      const library = opened
      opening = null
      opened = null
      await library?.close()
    },
  }
  return group
}

/** Which way is closed, why, and what to do about each. */
export function unreachable(closed: readonly { name: string; failure: Failure }[]): Failure {
  return new Failure(
    'unavailable',
    'ZOTERO_UNREACHABLE',
    `The Zotero library cannot be reached. ${closed.map(({ name, failure }) => `${name}: ${failure.message}`).join(' ')}`,
    {
      hint: [...new Set(closed.flatMap(({ failure }) => failure.hint ?? []))].join(' '),
      details: { sources: closed.map(({ name, failure }) => ({ name, code: failure.code })) },
      cause: closed[0]?.failure,
    },
  )
}
