import { crc32, createInflateRaw } from 'node:zlib'
import { Failure, throwIfAborted } from '../../../core/model/failure.ts'
import {
  damagedZip,
  dataStart,
  lockedMember,
  readDirectory,
  refusedZip,
  type ZipEntry,
} from './zip-directory.ts'

/** Limits of what an archive may unpack to. */
export type ZipLimits = {
  totalBytes: number
  entries: number
  /**
   * Unpacked bytes per byte of archive. Checked only above `ratioFloor`, because small XML files compress very well.
   */
  ratio: number
  ratioFloor: number
}

export const defaultZipLimits: ZipLimits = {
  totalBytes: 500_000_000,
  entries: 20_000,
  ratio: 200,
  ratioFloor: 50_000_000,
}

export interface Zip {
  /** In the order of the central directory, including folders. */
  readonly entries: readonly ZipEntry[]
  find(name: string): ZipEntry | null
  /** Unpacks one member. Counts the actual bytes, not the declared size. */
  read(entry: ZipEntry, signal: AbortSignal): Promise<Uint8Array>
}

/** Opens an archive whose declared sizes are within the limits. Nothing is unpacked yet. */
export function openZip(bytes: Uint8Array, limits: ZipLimits = defaultZipLimits): Zip {
  const entries = readDirectory(bytes)
  if (entries.length > limits.entries)
    throw refusedZip(`it has ${entries.length} members; at most ${limits.entries} are read`)
  const declared = entries.reduce((sum, entry) => sum + entry.size, 0)
  checkTotal(declared, bytes.length, limits)

  const byName = new Map(entries.map(entry => [entry.name, entry]))
  let unpacked = 0
  return {
    entries,
    find: name => byName.get(name) ?? null,
    async read(entry, signal) {
      const chunks: Uint8Array[] = []
      let length = 0
      const count = (chunk: Uint8Array) => {
        length += chunk.length
        unpacked += chunk.length
        checkTotal(unpacked, bytes.length, limits)
        if (length > entry.size)
          throw damagedZip(`member ${entry.name} is longer than the ${entry.size} bytes it declares`)
        chunks.push(chunk)
      }
      await unpackEntry({ bytes, entry, take: count }, signal)
      const content = Buffer.concat(chunks)
      if (content.length !== entry.size || crc32(content) !== entry.crc)
        throw damagedZip(`member ${entry.name} does not have the content it declares`)
      return content
    },
  }
}

/**
 * Rejects archives that would exhaust a library that unpacks without limits: every member is unpacked once in pieces
 * that are counted and discarded. Damaged members are left to the library, so that a broken picture does not cost the
 * text.
 */
export async function assertSafeZip(
  bytes: Uint8Array,
  signal: AbortSignal,
  limits: ZipLimits = defaultZipLimits,
): Promise<Zip> {
  const zip = openZip(bytes, limits)
  let unpacked = 0
  for (const entry of zip.entries) {
    try {
      const count = (chunk: Uint8Array) => {
        unpacked += chunk.length
        checkTotal(unpacked, bytes.length, limits)
      }
      await unpackEntry({ bytes, entry, take: count }, signal)
    } catch (error) {
      if (!(error instanceof Failure) || (error.kind !== 'invalid' && error.kind !== 'unsupported'))
        throw error
    }
  }
  return zip
}

function checkTotal(total: number, archiveBytes: number, limits: ZipLimits): void {
  if (total > limits.totalBytes)
    throw refusedZip(`it unpacks to more than ${Math.round(limits.totalBytes / 1_000_000)} MB`)
  if (total > limits.ratioFloor && total / archiveBytes > limits.ratio)
    throw refusedZip(`it unpacks to more than ${limits.ratio} times its size`)
}

type Unpacking = { bytes: Uint8Array; entry: ZipEntry; take(chunk: Uint8Array): void }

async function unpackEntry({ bytes, entry, take }: Unpacking, signal: AbortSignal): Promise<void> {
  throwIfAborted(signal)
  if (entry.encrypted) throw lockedMember(entry.name)
  const start = dataStart(bytes, entry)
  const packed = bytes.subarray(start, start + entry.packedSize)
  if (packed.length < entry.packedSize) throw damagedZip(`member ${entry.name} is cut off`)
  if (entry.method === 'stored') return take(packed)
  if (entry.method === 'deflated') return inflate({ bytes: packed, entry, take }, signal)
  throw new Failure(
    'unsupported',
    'UNSUPPORTED_FORMAT',
    `Unsupported format: ${entry.name} has an unsupported compression method.`,
    {
      hint: 'Pack the archive again with the usual method (deflate).',
    },
  )
}

/**
 * Bytes per output piece. Each piece takes a turn of the event loop: small pieces slow down a large member, large ones
 * waste memory on many small members.
 */
function pieceFor(packedBytes: number): number {
  return Math.min(256 * 1024, Math.max(16 * 1024, 4 * packedBytes))
}

async function inflate({ bytes: packed, entry, take }: Unpacking, signal: AbortSignal): Promise<void> {
  const stream = createInflateRaw({ chunkSize: pieceFor(packed.length) })
  stream.end(packed)
  try {
    for await (const chunk of stream) {
      throwIfAborted(signal)
      take(chunk)
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    throw damagedZip(`member ${entry.name} cannot be unpacked`, error)
  } finally {
    stream.destroy()
  }
}
