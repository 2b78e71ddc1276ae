import type { AttachedFile } from '../../../core/model/attached.ts'
import { Failure } from '../../../core/model/failure.ts'
import { openCompound } from '../compound/compound-file.ts'
import { freeName } from '../text/free-name.ts'
import { oneLine } from '../text/markdown-parts.ts'

/** What other programs put into a workbook in the old format. */
export type EmbeddedObjects = {
  /** Workbooks, which Excel shows as part of the sheet. */
  workbooks: Uint8Array[]
  /** All other files. */
  files: AttachedFile[]
}

/** The stream that only this kind of embedded document has, and the file it is written to. */
const documents = [
  ['WordDocument', 'Document', 'doc'],
  ['PowerPoint Document', 'Presentation', 'ppt'],
] as const

/** Reads the objects embedded in a workbook; none when the file is damaged. */
export async function readEmbedded(bytes: Uint8Array): Promise<EmbeddedObjects> {
  const found: EmbeddedObjects = { workbooks: [], files: [] }
  if (!isSound(bytes)) return found
  const { CFB } = await import('@e965/xlsx')
  const file = CFB.read(Buffer.from(bytes), { type: 'buffer' })
  const storages = new Map<string, Map<string, Uint8Array>>()
  for (const [index, path] of file.FullPaths.entries()) {
    const [, storage, name] = /^[^/]+\/([^/]+)\/([^/]+)$/.exec(path) ?? []
    const content = file.FileIndex[index]?.content
    if (storage === undefined || name === undefined || content === undefined) continue
    const streams = storages.get(storage) ?? new Map<string, Uint8Array>()
    storages.set(storage, streams.set(name.replace(/^\p{Cc}/u, ''), Uint8Array.from(content)))
  }
  for (const streams of storages.values()) addObject(streams, found, CFB)
  return found
}

/** The library sees only files whose chains of sectors have an end. */
function isSound(bytes: Uint8Array): boolean {
  try {
    openCompound(bytes)
    return true
  } catch (error) {
    if (error instanceof Failure) return false
    throw error
  }
}

type Library = typeof import('@e965/xlsx')['CFB']

function addObject(streams: ReadonlyMap<string, Uint8Array>, found: EmbeddedObjects, library: Library): void {
  const add = (wanted: string, bytes: Uint8Array) => {
    const name = freeName(wanted, new Set(found.files.map(file => file.name.toLowerCase())))
    found.files.push({ name, bytes, mediaType: null, isShown: false })
  }
  if (streams.has('Workbook') || streams.has('Book')) found.workbooks.push(asFile(streams, library))
  const document = documents.find(([stream]) => streams.has(stream))
  if (document) add(`${document[1]}.${document[2]}`, asFile(streams, library))
  const packed = streams.get('Ole10Native')
  const native = packed && readNative(Buffer.from(packed))
  if (native) add(native.name, native.bytes)
  const modern = streams.get('Package') ?? streams.get('CONTENTS')
  if (modern) add('Object', modern)
}

/** A storage as a compound file of its own. */
function asFile(streams: ReadonlyMap<string, Uint8Array>, library: Library): Uint8Array {
  const file = library.utils.cfb_new()
  for (const [name, content] of streams) library.utils.cfb_add(file, `/${name}`, Buffer.from(content))
  // SAFETY: with this type the library returns a buffer.
  return library.write(file, { type: 'buffer' }) as Buffer
}

/** A file that Windows packed: its label, its path, and its bytes (MS-OLEDS 2.3.6). */
function readNative(data: Buffer): { name: string; bytes: Uint8Array } | null {
  const endOf = (start: number) => data.indexOf(0, start)
  const label = endOf(6)
  const path = endOf(label + 1)
  if (label < 0 || path < 0 || path + 9 > data.length) return null
  const temporary = data.readUInt32LE(path + 5)
  const at = path + 9 + temporary
  if (at + 4 > data.length) return null
  const size = data.readUInt32LE(at)
  if (size === 0 || at + 4 + size > data.length) return null
  const name = oneLine(data.toString('latin1', 6, label).split(/[\\/]/).at(-1) ?? '')
  return { name: name === '' ? 'object' : name, bytes: data.subarray(at + 4, at + 4 + size) }
}
