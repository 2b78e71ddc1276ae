/** The entries of a term as the kernel packs them, and how many they are. */
export type PackedEntries = { packed: Uint8Array; count: number }

/** What the decoded entries of a collection depend on: FTS5's list of segments, and the places of its chunks. */
export type EntriesState = { structure: Uint8Array; groups: Uint8Array }

/**
 * The decoded entries of terms, the most recently used ones. Questions have common terms in common, and the entries of these
 * take longest to read and to decode.
 */
export type KeptEntries = {
  /** The entries of a collection in this state; those of another state are dropped. */
  of(
    collectionKey: number,
    state: EntriesState,
  ): {
    find(encodedTerm: string): PackedEntries | undefined
    /** Also called with entries that were found: they are then the most recently used. */
    keep(encodedTerm: string, entries: PackedEntries): void
  }
}

/** How many bytes are kept, over all collections. */
const mostBytes = 16_000_000

/** The entries of terms in one state, the least recently used first. */
type KeptTerms = { state: EntriesState; entries: Map<string, PackedEntries> }

export function keptEntries(most = mostBytes): KeptEntries {
  const kept = new Map<number, KeptTerms>()
  let bytes = 0

  function termsOf(collectionKey: number, state: EntriesState): KeptTerms {
    const known = kept.get(collectionKey)
    if (known !== undefined && isSame(known.state, state)) return known
    for (const entries of known?.entries.values() ?? []) bytes -= sizeOf(entries)
    const fresh = { state: copyOf(state), entries: new Map<string, PackedEntries>() }
    kept.set(collectionKey, fresh)
    return fresh
  }

  function makeRoom(): void {
    for (const terms of kept.values())
      for (const [term, entries] of terms.entries) {
        if (bytes <= most) return
        terms.entries.delete(term)
        bytes -= sizeOf(entries)
      }
  }

  return {
    of(collectionKey, state) {
      const { entries } = termsOf(collectionKey, state)
      return {
        find: encodedTerm => entries.get(encodedTerm),
        keep(encodedTerm, used) {
          if (!entries.delete(encodedTerm)) bytes += sizeOf(used)
          entries.set(encodedTerm, used)
          makeRoom()
        },
      }
    },
  }
}

function isSame(one: EntriesState, other: EntriesState): boolean {
  return (
    Buffer.compare(one.structure, other.structure) === 0 && Buffer.compare(one.groups, other.groups) === 0
  )
}

/** The memory that it was read from is overwritten later. */
function copyOf({ structure, groups }: EntriesState): EntriesState {
  return { structure: structure.slice(), groups: Uint8Array.from(groups) }
}

/** With what the entry itself takes, about. */
function sizeOf({ packed }: PackedEntries): number {
  return packed.length + 200
}
