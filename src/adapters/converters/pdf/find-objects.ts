import { constants, inflateSync } from 'node:zlib'
import { isName, isReference, type PdfDictionary, type PdfValue, pdfReader } from './pdf-reader.ts'

/** The objects of a PDF by number, for data that the PDF library does not expose. */
export type PdfObjects = {
  /** Follows a reference to its value; null when it is missing. */
  resolve(value: PdfValue | undefined): PdfValue
  /**
   * The decoded contents of the stream that a value refers to; null when it is no stream, or has an unsupported
   * encoding.
   */
  unpack(value: PdfValue | undefined): { dictionary: PdfDictionary; data: Buffer } | null
}

/** Where an object is: in the file itself, or at an offset in a decoded object stream. */
type Place = { bytes: Buffer; at: number }

/** In bytes: the largest decoded stream. */
const largestStream = 64 << 20
/** Longest dictionary before a stream, in bytes. */
const longestHeader = 8_192

/**
 * Finds the objects by scanning the whole file, as readers do with damaged files: the cross-reference table is not
 * needed, and the last version of an object counts. Null when the file is encrypted.
 */
export function findObjects(file: Uint8Array): PdfObjects | null {
  const bytes = Buffer.from(file.buffer, file.byteOffset, file.byteLength)
  if (bytes.includes('/Encrypt')) return null
  const places = findPlaces(bytes)

  const resolve = (value: PdfValue | undefined): PdfValue => {
    let resolved = value ?? null
    for (let steps = 0; isReference(resolved); steps += 1) {
      const place = steps < 10 ? places.get(resolved.object) : undefined
      resolved = place === undefined ? null : (pdfReader(place.bytes, place.at).next() ?? null)
    }
    return resolved
  }

  return {
    resolve,
    unpack(value) {
      const place = isReference(value) ? places.get(value.object) : undefined
      return place === undefined ? null : unpackAt(place, resolve)
    },
  }
}

function findPlaces(bytes: Buffer): Map<number, Place> {
  const places = new Map<number, Place>()
  let at = bytes.indexOf('obj')
  let stream = bytes.indexOf('stream')
  while (at >= 0) {
    const number = numberBefore(bytes, at)
    const start = at + 'obj'.length
    at = bytes.indexOf('obj', start)
    if (number === null) continue
    places.set(number, { bytes, at: start })
    while (stream >= 0 && stream < start) stream = bytes.indexOf('stream', stream + 1)
    const end = bytes.indexOf('endobj', start)
    if (stream < 0 || (end >= 0 && end < stream)) continue
    const header = bytes.toString('latin1', Math.max(start, stream - longestHeader), stream)
    if (header.includes('/ObjStm'))
      for (const [inner, place] of membersOf({ bytes, at: start })) places.set(inner, place)
    stream = endOfStream(bytes, stream + 'stream'.length, header)
    at = bytes.indexOf('obj', stream)
  }
  return places
}

/** The object number of "12 0 obj"; null where `obj` is the end of another word. */
function numberBefore(bytes: Buffer, at: number): number | null {
  const found = /(?:^|[^\d])(\d{1,10})\s+\d{1,5}\s+$/.exec(bytes.toString('latin1', Math.max(0, at - 24), at))
  return found === null ? null : Number(found[1])
}

/** Skips a stream, which may contain an embedded file with objects of its own. */
function endOfStream(bytes: Buffer, start: number, header: string): number {
  const length = Number(/\/Length\s+(\d+)(?!\d|\s+\d+\s+R)/.exec(header)?.[1] ?? 0)
  const end = bytes.indexOf('endstream', start + length)
  const isRight = end >= 0 && end - start - length < 16
  return (isRight ? end : Math.max(start, bytes.indexOf('endstream', start))) + 'endstream'.length
}

/** The objects inside an object stream, by number. */
function membersOf(place: Place): [number, Place][] {
  const unpacked = unpackAt(place, value => (isReference(value) ? null : (value ?? null)))
  const first = unpacked?.dictionary.get('First')
  const count = unpacked?.dictionary.get('N')
  if (!unpacked || typeof first !== 'number' || typeof count !== 'number') return []
  const reader = pdfReader(unpacked.data)
  const members: [number, Place][] = []
  for (let index = 0; index < count; index += 1) {
    const [number, offset] = [reader.next(), reader.next()]
    if (typeof number !== 'number' || typeof offset !== 'number') break
    members.push([number, { bytes: unpacked.data, at: first + offset }])
  }
  return members
}

function unpackAt({ bytes, at }: Place, resolve: PdfObjects['resolve']): ReturnType<PdfObjects['unpack']> {
  const reader = pdfReader(bytes, at)
  const dictionary = reader.next()
  const keyword = bytes.toString('latin1', reader.at, reader.at + 32).match(/^\s*stream\r?\n/)
  if (!(dictionary instanceof Map) || keyword === null) return null
  const start = reader.at + keyword[0].length
  const length = resolve(dictionary.get('Length'))
  const declaredEnd = typeof length === 'number' ? start + length : -1
  const isRight =
    declaredEnd >= start && /^\s*endstream/.test(bytes.toString('latin1', declaredEnd, declaredEnd + 16))
  const end = isRight ? declaredEnd : bytes.indexOf('endstream', start)
  const packed = bytes.subarray(start, end < 0 ? bytes.length : end)
  const data = decode(packed, filtersOf(dictionary, resolve), dictionary.has('DecodeParms'))
  return data === null ? null : { dictionary, data }
}

function filtersOf(dictionary: PdfDictionary, resolve: PdfObjects['resolve']): string[] {
  const filter = resolve(dictionary.get('Filter'))
  const filters = Array.isArray(filter) ? filter.map(resolve) : filter === null ? [] : [filter]
  return filters.map(entry => (isName(entry) ? entry.name : ''))
}

function decode(packed: Buffer, filters: readonly string[], hasParameters: boolean): Buffer | null {
  if (filters.length === 0) return packed
  if (hasParameters || filters.length > 1 || !/^(?:FlateDecode|Fl)$/.test(filters[0] ?? '')) return null
  try {
    // Returns what can be decoded of a truncated stream.
    return inflateSync(packed, { finishFlush: constants.Z_SYNC_FLUSH, maxOutputLength: largestStream })
  } catch {
    return null
  }
}
