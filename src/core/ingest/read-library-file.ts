import { createHash } from 'node:crypto'
import { Failure } from '../model/failure.ts'
import {
  type LibraryDocument,
  type LibraryEnd,
  type LibraryHeader,
  libraryFormat,
  libraryVersion,
} from '../model/library-file.ts'

export type Lines = AsyncIterable<string>

/** Reads the whole file once and refuses it unless it is complete and untouched. Answers with its header. */
export async function verifyLibraryFile(lines: Lines): Promise<LibraryHeader> {
  const hash = createHash('sha256')
  let header: LibraryHeader | null = null
  let held: string | null = null
  let documents = -1
  for await (const line of lines) {
    if (held === null) header = parseHeader(line)
    else hash.update(`${held}\n`)
    held = line
    documents += 1
  }
  if (header === null || held === null) throw broken('it is empty')
  const end = parseLine(held)
  if (!isEnd(end)) throw broken('its end is missing')
  if (end.sha256 !== hash.digest('hex')) throw broken('its checksum does not fit its content')
  if (end.documents !== documents - 1) throw broken(`it should hold ${end.documents} documents`)
  return header
}

/** The documents of a file that has been verified. */
export async function* readLibraryDocuments(lines: Lines): AsyncGenerator<LibraryDocument> {
  let isFirst = true
  for await (const line of lines) {
    const parsed = parseLine(line)
    if (!isFirst && isDocument(parsed)) yield parsed
    else if (!isFirst && !isEnd(parsed)) throw broken('a line of it is no document')
    isFirst = false
  }
}

function parseHeader(line: string): LibraryHeader {
  const parsed = parseLine(line)
  if (!isHeader(parsed)) throw broken('it does not begin as one')
  if (parsed.version <= libraryVersion) return parsed
  throw new Failure(
    'unsupported',
    'LIBRARY_FILE_TOO_NEW',
    `The file is of version ${parsed.version}; this program reads up to ${libraryVersion}.`,
    { hint: 'Update Quire, then import it again.' },
  )
}

function parseLine(line: string): unknown {
  try {
    return JSON.parse(line)
  } catch {
    throw broken('a line of it is not JSON')
  }
}

function isHeader(value: unknown): value is LibraryHeader {
  return (
    isRecord(value) &&
    value.format === libraryFormat &&
    typeof value.version === 'number' &&
    isRecord(value.collection) &&
    typeof value.collection.name === 'string' &&
    typeof value.collection.model === 'string' &&
    isRecord(value.collection.policy)
  )
}

function isDocument(value: unknown): value is LibraryDocument {
  if (!isRecord(value) || !isRecord(value.document) || !Array.isArray(value.chunks)) return false
  const { id, markdown, source } = value.document
  return typeof id === 'string' && typeof markdown === 'string' && typeof source === 'string'
}

function isEnd(value: unknown): value is LibraryEnd {
  return isRecord(value) && value.end === true && typeof value.sha256 === 'string'
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

function broken(reason: string): Failure {
  return new Failure('invalid', 'LIBRARY_FILE_BROKEN', `This is not a whole library file: ${reason}.`, {
    hint: 'Export the library again, or copy the file again if it was cut short.',
  })
}
