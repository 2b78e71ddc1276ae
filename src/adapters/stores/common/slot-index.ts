/** Finds the slot of a chunk. Holds slots only, in 8 to 16 bytes each; the keys stay where the slots are. */
export type SlotIndex = {
  add(chunkKey: number, slot: number): void
  remove(chunkKey: number): void
  /** Null when it was not added. */
  find(chunkKey: number): number | null
  clear(): void
}

const smallest = 1_024
/** Entries are slots plus one. */
const unused = 0
const removed = -1

/** An open-addressing hash table over the keys that `keyAt` returns. */
export function slotIndex(keyAt: (slot: number) => number): SlotIndex {
  let entries = new Int32Array(smallest)
  /** Entries that are not unused. */
  let taken = 0

  const firstPlace = (chunkKey: number) => Math.imul(chunkKey, 0x9e3779b1) & (entries.length - 1)
  const nextPlace = (place: number) => (place + 1) & (entries.length - 1)

  function placeOf(chunkKey: number): number | null {
    for (let place = firstPlace(chunkKey); ; place = nextPlace(place)) {
      const entry = entries[place] ?? unused
      if (entry === unused) return null
      if (entry !== removed && keyAt(entry - 1) === chunkKey) return place
    }
  }

  function put(chunkKey: number, slot: number): void {
    let place = firstPlace(chunkKey)
    while ((entries[place] ?? unused) !== unused) place = nextPlace(place)
    entries[place] = slot + 1
    taken += 1
  }

  /** At most half of the entries are taken, so that every search ends soon. */
  function makeRoom(): void {
    if (2 * (taken + 1) <= entries.length) return
    const slots = entries.filter(entry => entry > unused)
    const isFull = 4 * slots.length >= entries.length
    entries = new Int32Array(isFull ? 2 * entries.length : entries.length)
    taken = 0
    for (const entry of slots) put(keyAt(entry - 1), entry - 1)
  }

  return {
    add(chunkKey, slot) {
      makeRoom()
      put(chunkKey, slot)
    },
    remove(chunkKey) {
      const place = placeOf(chunkKey)
      if (place !== null) entries[place] = removed
    },
    find(chunkKey) {
      const place = placeOf(chunkKey)
      return place === null ? null : (entries[place] ?? 1) - 1
    },
    clear() {
      entries = new Int32Array(smallest)
      taken = 0
    },
  }
}
