import { Failure, throwIfAborted } from '../../core/model/failure.ts'
import type { Origin, ReferenceLibrary } from '../../core/ports/reference-library.ts'

/** One way to read a Zotero library. `open` throws when it cannot be reached. */
export type LibrarySource = { name: string; open(signal: AbortSignal): Promise<ReferenceLibrary> }

/** The sources of one side (local or web), tried in order. The first that opens is kept. */
export type SourceGroup = {
  origin: Origin
  isConfigured: boolean
  /** Throws `ZOTERO_UNREACHABLE` with the reason for each source. */
  open(signal: AbortSignal): Promise<ReferenceLibrary>
  /** Closes the open source, so that the next call tries all again. */
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
        // The abort may be that of another caller, which started the opening.
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

/** The failure with reason and hint for each source. */
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
