import type { ItemFolder, ResourceContents, ResourceContext } from '../contract/resources.ts'
import type { Host } from '../feature.ts'
import type { Document } from '../model/document.ts'
import { Failure } from '../model/failure.ts'
import type { Offers } from '../ports/offers.ts'
import { takeLines } from '../text/take-lines.ts'
import { type Address, anyLibrary, type Place, parseAddress, writeAddress } from './address.ts'
import { type FileAccess, findFile } from './find-file.ts'

/** What is needed to read an address for a caller: the engine, and the files that the caller may read. */
export type AddressAccess = ResourceContext &
  Pick<Host, 'engine'> &
  FileAccess & {
    /** Finds the code blocks of a document; null when no feature offers that. */
    codeBlocks(): Promise<Offers['codeBlocks'] | null>
    itemFolders: readonly ItemFolder[]
  }

export type Text = { text: string; mimeType: string }

/** Most characters that are returned at once; about a short book chapter. */
export const maxCharacters = 100_000

const markdown = 'text/markdown'
const plain = 'text/plain'

/**
 * Returns the text at an address, up to a limit; `rest` is the address of the remainder. Null when there is nothing.
 */
export async function readAddress(uri: string, access: AddressAccess): Promise<ResourceContents | null> {
  const address = parseAddress(uri)
  if (address === null) return null
  const found = await readPlace(address.place, access)
  if (found === null) return null
  const first = Math.min(address.chars?.first ?? 0, found.text.length)
  const last = Math.min(address.chars?.last ?? found.text.length, found.text.length)
  const end = wholeCharacter(found.text, Math.min(last, first + maxCharacters))
  const contents = { uri, mimeType: found.mimeType, text: found.text.slice(first, end) }
  if (end >= last) return contents
  return { ...contents, rest: { uri: restOf(address, end), characters: last - end } }
}

function restOf({ place, chars }: Address, end: number): string {
  return writeAddress({ place, chars: { first: end, last: chars?.last ?? null } })
}

/** Moves the end back if it is between the two halves of a surrogate pair. */
function wholeCharacter(text: string, end: number): number {
  return end < text.length && /[\udc00-\udfff]/.test(text[end] ?? '') ? end - 1 : end
}

async function readPlace(place: Place, access: AddressAccess): Promise<Text | null> {
  switch (place.kind) {
    case 'document': {
      const document = await documentIn(place, access)
      return document && { text: document.markdown, mimeType: markdown }
    }
    case 'code': {
      const document = await documentIn(place, access)
      const codeBlocks = await access.codeBlocks()
      const block = document && codeBlocks?.(document)[place.ordinal]
      return block ? { text: block.code, mimeType: plain } : null
    }
    case 'chunk':
      return readChunk(place, access)
    case 'item':
      return readItem(place, access)
    case 'file':
    case 'generated': {
      const { text } = await findFile(place.path, access, place.kind)
      return { text: place.lines === null ? text : linesOf(text, place.lines), mimeType: plain }
    }
  }
}

function linesOf(text: string, { first, last }: { first: number; last: number | null }): string {
  return takeLines(text, { start: first, end: last, most: Number.POSITIVE_INFINITY }).content
}

type InLibrary = { library: string; id: string }

async function documentIn({ library, id }: InLibrary, { engine }: AddressAccess): Promise<Document | null> {
  const document = await engine.catalog.readDocument(id).catch(nullWhenMissing)
  if (document === null) return null
  return (await isWithin(document.collection, library, engine)) ? document : null
}

/** Whether the named library contains the collection. A project is accessible only by its own name. */
async function isWithin(collection: string, library: string, { catalog }: Host['engine']): Promise<boolean> {
  if (collection === library) return true
  const known = await catalog.getCollection(collection)
  return library === anyLibrary ? known?.scope === 'shared' : known?.project?.id === library
}

async function readChunk({ library, id }: InLibrary, { engine }: AddressAccess): Promise<Text | null> {
  for (const collection of await collectionsNamed(library, engine)) {
    const found = await engine.catalog.findChunk(collection, id)
    if (found !== null) return { text: found.text, mimeType: markdown }
    const stored = await findOne(collection, { field: 'metadata.stored_id', value: id }, engine)
    if (stored !== null) return { text: stored.markdown, mimeType: markdown }
  }
  return null
}

async function collectionsNamed(library: string, { catalog, projects }: Host['engine']): Promise<string[]> {
  if (library === anyLibrary) return (await catalog.listCollections()).map(({ name }) => name)
  if ((await catalog.getCollection(library)) !== null) return [library]
  return (await projects.list()).filter(({ id }) => id === library).map(({ collection }) => collection)
}

async function readItem(
  { folder, library, id, chunk }: InLibrary & { folder: string; chunk: number | null },
  { engine, itemFolders }: AddressAccess,
): Promise<Text | null> {
  const field = itemFolders.find(({ name }) => name === folder)?.field
  if (field === undefined || (await engine.catalog.getCollection(library)) === null) return null
  const item = await findOne(library, { field: `metadata.${field}`, value: id }, engine)
  if (item === null) return null
  if (chunk === null) return { text: item.markdown, mimeType: markdown }
  const span = (await engine.catalog.listChunks(item.id)).find(({ ordinal }) => ordinal === chunk)
  return span ? { text: item.markdown.slice(span.start, span.end), mimeType: markdown } : null
}

async function findOne(
  collection: string,
  { field, value }: { field: string; value: string },
  { catalog }: Host['engine'],
): Promise<Document | null> {
  const [summary] = await catalog.findDocuments(collection, [{ field, op: 'equals', value }], 1)
  return summary === undefined ? null : catalog.readDocument(summary.id).catch(nullWhenMissing)
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Failure && error.kind === 'not_found') return null
  throw error
}
