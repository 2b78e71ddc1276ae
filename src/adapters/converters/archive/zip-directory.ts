import { Failure } from '../../../core/model/failure.ts'

/** A member as the central directory describes it. */
export type ZipEntry = {
  name: string
  isFolder: boolean
  isLink: boolean
  encrypted: boolean
  method: 'stored' | 'deflated' | 'other'
  crc: number
  packedSize: number
  size: number
  headerStart: number
}

const endSignature = 0x06054b50
const end64Signature = 0x06064b50
const end64LocatorSignature = 0x07064b50
const entrySignature = 0x02014b50
const headerSignature = 0x04034b50
const unknown32 = 0xffffffff

/** Reads the central directory, the list of all members. */
export function readDirectory(bytes: Uint8Array): ZipEntry[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const { start, count } = locateDirectory(view)
  const entries: ZipEntry[] = []
  let position = start
  for (let index = 0; index < count; index++) {
    if (position + 46 > view.byteLength || view.getUint32(position, true) !== entrySignature)
      throw damagedZip(`its list of members ends after ${index} of ${count}`)
    const { entry, next } = readEntry(view, position)
    entries.push(entry)
    position = next
  }
  return entries
}

/**
 * Returns where the bytes of a member begin: after its local header, which has its own lengths of name and extra field.
 */
export function dataStart(bytes: Uint8Array, entry: ZipEntry): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const at = entry.headerStart
  if (at + 30 > view.byteLength || view.getUint32(at, true) !== headerSignature)
    throw damagedZip(`member ${entry.name} is not at the listed position`)
  return at + 30 + view.getUint16(at + 26, true) + view.getUint16(at + 28, true)
}

function locateDirectory(view: DataView): { start: number; count: number } {
  // The end record is 22 bytes plus a comment of at most 65,535.
  const lowest = Math.max(0, view.byteLength - 22 - 0xffff)
  for (let at = view.byteLength - 22; at >= lowest; at--) {
    if (view.getUint32(at, true) !== endSignature) continue
    const count = view.getUint16(at + 10, true)
    const start = view.getUint32(at + 16, true)
    if (count !== 0xffff && start !== unknown32) return { count, start }
    return locateDirectory64(view, at) ?? { count, start }
  }
  throw damagedZip('its end is missing')
}

function locateDirectory64(view: DataView, end: number): { start: number; count: number } | null {
  const locator = end - 20
  if (locator < 0 || view.getUint32(locator, true) !== end64LocatorSignature) return null
  const at = readUint64(view, locator + 8)
  if (at + 56 > view.byteLength || view.getUint32(at, true) !== end64Signature)
    throw damagedZip('its zip64 end record is missing')
  return { count: readUint64(view, at + 32), start: readUint64(view, at + 48) }
}

function readEntry(view: DataView, at: number): { entry: ZipEntry; next: number } {
  const flags = view.getUint16(at + 8, true)
  const method = view.getUint16(at + 10, true)
  const nameLength = view.getUint16(at + 28, true)
  const extraLength = view.getUint16(at + 30, true)
  const next = at + 46 + nameLength + extraLength + view.getUint16(at + 32, true)
  if (next > view.byteLength) throw damagedZip('its list of members is cut off')
  const sizes = readSizes(view, at, { start: at + 46 + nameLength, length: extraLength })
  const name = decodeName(new Uint8Array(view.buffer, view.byteOffset + at + 46, nameLength))
  const unixMode = view.getUint32(at + 38, true) >>> 16
  const entry: ZipEntry = {
    name,
    isFolder: name.endsWith('/'),
    isLink: (unixMode & 0o170000) === 0o120000,
    encrypted: (flags & 1) === 1,
    method: method === 0 ? 'stored' : method === 8 ? 'deflated' : 'other',
    crc: view.getUint32(at + 16, true),
    ...sizes,
  }
  return { entry, next }
}

/** Sizes that do not fit into 32 bits are in the zip64 extra field, in this order and only when needed. */
function readSizes(view: DataView, at: number, extra: { start: number; length: number }) {
  const sizes = {
    size: view.getUint32(at + 24, true),
    packedSize: view.getUint32(at + 20, true),
    headerStart: view.getUint32(at + 42, true),
  }
  let field = extra.start
  while (field + 4 <= extra.start + extra.length) {
    const id = view.getUint16(field, true)
    const end = field + 4 + view.getUint16(field + 2, true)
    if (id === 1 && end <= extra.start + extra.length) {
      let value = field + 4
      for (const key of ['size', 'packedSize', 'headerStart'] as const) {
        if (sizes[key] !== unknown32 || value + 8 > end) continue
        sizes[key] = readUint64(view, value)
        value += 8
      }
    }
    field = end
  }
  return sizes
}

function readUint64(view: DataView, at: number): number {
  const value = view.getBigUint64(at, true)
  if (value > BigInt(Number.MAX_SAFE_INTEGER)) throw damagedZip('it declares an impossible size')
  return Number(value)
}

const cp437 =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜ¢£¥₧ƒáíóúñÑªº¿⌐¬½¼¡«»░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀αßΓπΣσµτΦΘΩδ∞φε∩≡±≥≤⌠⌡÷≈°∙·√ⁿ²■ '

/**
 * Decodes as UTF-8 where valid, even without the UTF-8 flag, which many programs do not set; otherwise as code page
 * 437.
 */
function decodeName(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return Array.from(bytes, byte =>
      byte < 128 ? String.fromCharCode(byte) : (cp437[byte - 128] ?? '?'),
    ).join('')
  }
}

/** The archive would unpack to more than the limits allow. */
export function refusedZip(reason: string): Failure {
  return new Failure('too_large', 'SOURCE_TOO_LARGE', `The archive was refused: ${reason}.`, {
    hint: 'Unpack it and pass the files you need.',
  })
}

/** The bytes of the archive are inconsistent. */
export function damagedZip(reason: string, cause?: unknown): Failure {
  return new Failure('invalid', 'BROKEN_SOURCE', `The archive is damaged: ${reason}.`, {
    hint: 'Download or copy the file again, or repair it with the program that created it.',
    cause,
  })
}

export function lockedMember(name: string): Failure {
  return new Failure('invalid', 'PASSWORD_REQUIRED', `The archive member ${name} is encrypted.`, {
    hint: 'Unpack the archive with its password and pass its files.',
  })
}
