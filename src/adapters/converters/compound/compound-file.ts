import { Failure } from '../../../core/model/failure.ts'

/** A compound file (OLE, MS-CFB): the container of Office 97, of Outlook messages and of encrypted office files. */
export type CompoundFile = {
  /** Names of the streams and storages of the root, in lower case. */
  names: ReadonlySet<string>
  /** The bytes of a stream of the root; null when there is none of this name. */
  read(name: string): Uint8Array | null
}

type Entry = { name: string; isStream: boolean; links: number[]; child: number; start: number; size: number }

const endOfChain = 0xfffffffe
const noEntry = 0xffffffff
const entryBytes = 128

/** Whether the bytes start with the signature of a compound file. */
export function isCompound(bytes: Uint8Array): boolean {
  return bytes[0] === 0xd0 && bytes[1] === 0xcf && bytes[2] === 0x11 && bytes[3] === 0xe0
}

/**
 * Opens a compound file after checking all of its chains: no sector is used twice, so no reader of the same bytes can
 * run in circles, and no stream is longer than the file. Throws BROKEN_SOURCE.
 */
export function openCompound(bytes: Uint8Array): CompoundFile {
  if (!isCompound(bytes) || bytes.length < 512) throw damaged('it has no complete header')
  const data = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length)
  const shift = data.readUInt16LE(30)
  if (shift !== 9 && shift !== 12) throw damaged(`its sectors have 2^${shift} bytes`)
  const sectorBytes = 1 << shift
  const sectors = Math.ceil(data.length / sectorBytes)
  const sectorAt = (sector: number) => data.subarray((sector + 1) * sectorBytes, (sector + 2) * sectorBytes)

  const table = readTable()
  const used = new Uint8Array(sectors)
  const directory = readEntries(join(chainOf(data.readUInt32LE(48), table, used), sectorAt))
  const root = directory[0]
  if (root === undefined) throw damaged('it has no directory')
  const smallTable = words(join(chainOf(data.readUInt32LE(60), table, used), sectorAt))
  const smallSectors = root.size === 0 ? Buffer.alloc(0) : join(chainOf(root.start, table, used), sectorAt)
  const smallAt = (sector: number) => smallSectors.subarray(sector * 64, sector * 64 + 64)
  const usedSmall = new Uint8Array(smallTable.length)
  const smallest = data.readUInt32LE(56)

  const top = childrenOf(root, directory)
  checkTree(directory)
  const contents = new Map<Entry, Buffer>()
  for (const entry of directory.slice(1))
    if (entry.isStream && entry.size > 0) {
      const isSmall = entry.size < smallest
      const chain = isSmall ? chainOf(entry.start, smallTable, usedSmall) : chainOf(entry.start, table, used)
      if (chain.length * (isSmall ? 64 : sectorBytes) < entry.size)
        throw damaged(`its stream ${JSON.stringify(entry.name)} is cut off`)
      if (top.includes(entry))
        contents.set(entry, join(chain, isSmall ? smallAt : sectorAt).subarray(0, entry.size))
    }
  return {
    names: new Set(top.map(entry => entry.name.toLowerCase())),
    read(name) {
      const entry = top.find(one => one.isStream && one.name.toLowerCase() === name.toLowerCase())
      return entry === undefined ? null : (contents.get(entry) ?? Buffer.alloc(0))
    },
  }

  /** The table that names the next sector of every sector. Its own sectors are listed in the header and in a chain. */
  function readTable(): Uint32Array {
    const parts: Buffer[] = []
    const listed = words(data.subarray(76, 512))
    let next = data.readUInt32LE(68)
    for (let round = 0; ; round++) {
      for (const sector of listed) if (sector < sectors) parts.push(sectorAt(sector))
      if (next >= endOfChain || next >= sectors) break
      if (round > sectors || parts.length > sectors) throw damaged('its list of sectors runs in circles')
      const more = words(sectorAt(next))
      next = more.at(-1) ?? endOfChain
      listed.splice(0, listed.length, ...more.slice(0, -1))
    }
    return Uint32Array.from(words(Buffer.concat(parts)).slice(0, sectors))
  }
}

/** The sectors of a chain. `used` marks the sectors of all chains: two chains never share one. */
function chainOf(start: number, table: ArrayLike<number>, used: Uint8Array): number[] {
  const chain: number[] = []
  for (let sector = start; sector < endOfChain; sector = table[sector] ?? endOfChain) {
    if (sector >= used.length) break
    if (used[sector] === 1) throw damaged('two of its chains share a sector, or one runs in circles')
    used[sector] = 1
    chain.push(sector)
  }
  return chain
}

function join(chain: readonly number[], at: (sector: number) => Buffer): Buffer {
  return Buffer.concat(chain.map(at))
}

function words(data: Buffer): number[] {
  return Array.from({ length: data.length >> 2 }, (_, index) => data.readUInt32LE(index * 4))
}

function readEntries(data: Buffer): Entry[] {
  return Array.from({ length: Math.floor(data.length / entryBytes) }, (_, index) => {
    const entry = data.subarray(index * entryBytes, (index + 1) * entryBytes)
    const nameBytes = Math.min(Math.max(entry.readUInt16LE(64) - 2, 0), 62)
    return {
      name: entry.toString('utf16le', 0, nameBytes),
      isStream: entry[66] === 2,
      links: [entry.readUInt32LE(68), entry.readUInt32LE(72)],
      child: entry.readUInt32LE(76),
      start: entry.readUInt32LE(116),
      size: entry.readUInt32LE(120),
    }
  })
}

/** The entries directly below a storage: a tree of siblings. */
function childrenOf({ child }: Entry, directory: readonly Entry[]): Entry[] {
  const found = new Set<Entry>()
  const open = [child]
  for (let index = open.pop(); index !== undefined; index = open.pop()) {
    const entry = index === noEntry ? undefined : directory[index]
    if (entry === undefined) continue
    if (found.has(entry)) throw damaged('its directory runs in circles')
    found.add(entry)
    open.push(...entry.links)
  }
  return [...found]
}

const maxDepth = 100

/** Throws when an entry has two parents, or storages are nested too deep. */
function checkTree(directory: readonly Entry[]): void {
  const seen = new Set<Entry>()
  let level = directory.slice(0, 1)
  for (let depth = 0; level.length > 0; depth++) {
    if (depth > maxDepth) throw damaged('its storages are nested too deep')
    const below = level.flatMap(entry => (entry.isStream ? [] : childrenOf(entry, directory)))
    for (const entry of below) {
      if (seen.has(entry)) throw damaged('its directory runs in circles')
      seen.add(entry)
    }
    level = below
  }
}

function damaged(problem: string): Failure {
  return new Failure('invalid', 'BROKEN_SOURCE', `The compound file is damaged: ${problem}.`, {
    hint: 'Open it in the program that created it and save it again, or get a new copy.',
  })
}
