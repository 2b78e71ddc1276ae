import { fileURLToPath, pathToFileURL } from 'node:url'
import { Failure } from '../model/failure.ts'

/** A range as it is written. The last character is excluded, the last line included. */
export type Range = { first: number; last: number | null }

/** A text that can be read by its address. `library` is a library, a project or its collection. */
export type Place =
  | { kind: 'document'; library: string; id: string }
  /** A code block of a document, by its position among the code blocks. */
  | { kind: 'code'; library: string; id: string; ordinal: number }
  /** A chunk. */
  | { kind: 'chunk'; library: string; id: string }
  /** A document by the id that its feature gives it (`ItemFolder`); one chunk of it, by position, when `chunk` is given. */
  | { kind: 'item'; folder: string; library: string; id: string; chunk: number | null }
  /** A file on disk, or a file that the server generates. */
  | { kind: 'file'; path: string; lines: Range | null }
  | { kind: 'generated'; path: string; lines: Range | null }

/** A place and a range of its characters; null is the whole text. */
export type Address = { place: Place; chars: Range | null }

/** In place of a library: any shared library, but no project. */
export const anyLibrary = '*'

/**
 * `quire://library/doc_id`, `quire://library/chunks/id`, `quire://library/folder/id` (a feature's own), `quire:///servers/…`
 * and `file:///…`, each with `?chars=0-900` for a part of it.
 */
export function writeAddress({ place, chars }: Address): string {
  const parts = [...partsOf(place), ...(chars === null ? [] : [`chars=${writeRange(chars)}`])]
  return parts.length === 0 ? baseOf(place) : `${baseOf(place)}?${parts.join('&')}`
}

function baseOf(place: Place): string {
  if (place.kind === 'file') return pathToFileURL(place.path).href
  if (place.kind === 'generated') return `quire:///${place.path.split('/').map(encodeURIComponent).join('/')}`
  const folder =
    place.kind === 'chunk' ? 'chunks/' : place.kind === 'item' ? `${encodeURIComponent(place.folder)}/` : ''
  return `quire://${encodeURIComponent(place.library)}/${folder}${encodeURIComponent(place.id)}`
}

function partsOf(place: Place): string[] {
  if (place.kind === 'code') return [`code=${place.ordinal}`]
  if (place.kind === 'item') return place.chunk === null ? [] : [`chunk=${place.chunk}`]
  if (place.kind === 'file' || place.kind === 'generated')
    return place.lines === null ? [] : [`lines=${writeRange(place.lines)}`]
  return []
}

function writeRange({ first, last }: Range): string {
  return `${first}-${last ?? ''}`
}

/** Null when it is not an address of this server. Throws INVALID_INPUT for an invalid range or position. */
export function parseAddress(uri: string): Address | null {
  const [, scheme, rest = '', query = ''] =
    /^(quire|file):\/\/([^?#]*)(?:\?([^#]*))?(?:#.*)?$/i.exec(uri) ?? []
  if (scheme === undefined) return null
  const asked = new URLSearchParams(query)
  const place = scheme.toLowerCase() === 'file' ? filePlace(uri, asked) : quirePlace(rest, asked)
  return place && { place, chars: readRange(asked, 'chars', 0) }
}

function filePlace(uri: string, asked: URLSearchParams): Place | null {
  try {
    return {
      kind: 'file',
      path: fileURLToPath(uri.replace(/[?#].*$/, '')),
      lines: readRange(asked, 'lines', 1),
    }
  } catch (error) {
    if (error instanceof Failure) throw error
    return null
  }
}

function quirePlace(rest: string, asked: URLSearchParams): Place | null {
  const parts = decodeParts(rest)
  if (parts === null) return null
  const [library = '', ...path] = parts
  if (library === '' && path.join('') === '') return null
  if (library === '') return { kind: 'generated', path: path.join('/'), lines: readRange(asked, 'lines', 1) }
  const [first = '', second, ...more] = path
  if (first === '' || second === '' || more.length > 0) return null
  if (second === undefined) {
    const ordinal = readNumber(asked, 'code')
    return ordinal === null
      ? { kind: 'document', library, id: first }
      : { kind: 'code', library, id: first, ordinal }
  }
  if (first === 'chunks') return { kind: 'chunk', library, id: second }
  return { kind: 'item', folder: first, library, id: second, chunk: readNumber(asked, 'chunk') }
}

function decodeParts(rest: string): string[] | null {
  try {
    return rest.split('/').map(decodeURIComponent)
  } catch {
    return null
  }
}

function readRange(asked: URLSearchParams, name: string, least: number): Range | null {
  const given = asked.get(name)
  if (given === null) return null
  const [, first = '', last = ''] = /^(\d{1,9})-(\d{1,9})?$/.exec(given) ?? []
  const range = { first: Number(first), last: last === '' ? null : Number(last) }
  if (first !== '' && range.first >= least && (range.last ?? range.first) >= range.first) return range
  throw malformed(name, given, `a range such as ${name}=${least}-80, or ${name}=40- to the end`)
}

function readNumber(asked: URLSearchParams, name: string): number | null {
  const given = asked.get(name)
  if (given === null) return null
  if (/^\d{1,9}$/.test(given)) return Number(given)
  throw malformed(name, given, `a position, from 0`)
}

function malformed(name: string, given: string, wanted: string): Failure {
  return new Failure('invalid', 'INVALID_INPUT', `uri: ${name}=${given.slice(0, 40)} is not ${wanted}.`, {
    hint: 'Use the address as it was returned, or change only its range.',
    details: { fields: [{ field: 'uri', problem: `${name} is not ${wanted}` }] },
  })
}
