import { relative, sep } from 'node:path'
import type { Collection } from '../../model/collection.ts'
import type { DocumentSummary } from '../../model/document.ts'
import { Failure } from '../../model/failure.ts'
import { sha256 } from '../../model/identity.ts'
import type { SeenFolder } from '../../ports/folder-memory.ts'
import type { FileReader, FoundFile, LeftOut } from '../../ports/source-reader.ts'
import { isCredentialSource, isPassedOver } from '../../text/excluded-files.ts'
import type { Parts } from '../parts.ts'
import { planCollection } from '../plan-collection.ts'
import { compareFolder, type FolderDifference } from './compare-folder.ts'
import { type SortedMissing, sortMissing } from './sort-missing.ts'
import type { FolderParts, LevelRequest } from './types.ts'

export type FolderLook = FolderDifference &
  SortedMissing & {
    collection: Collection
    files: FoundFile[]
    leftOut: LeftOut[]
    documents: DocumentSummary[]
    recipe: string
    /** Null when nothing is remembered, or what is remembered no longer counts. */
    seen: SeenFolder | null
    /** Also when it no longer counts: where files lay is still true. */
    remembered: SeenFolder | null
    /** Of the folder itself. */
    identity: string
    /** When it was looked, in milliseconds since 1970. */
    at: number
  }

/** More documents than any folder has. */
const all = 10_000_000

/** What has happened to a folder since it was last brought level. Opens no file. */
export async function lookAtFolder(
  request: LevelRequest,
  { files, memory }: FolderParts,
  parts: Parts,
  signal: AbortSignal,
): Promise<FolderLook> {
  const { folder, recursive, roots } = request
  const collection = await planCollection(request.collection, parts)
  const recipe = recipeOf(request, collection, parts)
  const remembered = await memory.load(collection.name, folder)
  const seen = remembered?.recipe === recipe ? remembered : null
  const identity = await identityOf(folder, files)
  const at = Date.parse(parts.clock.now())
  const { files: listed, leftOut } = await files.list(folder, { recursive, roots }, signal)
  const found = listed.filter(({ path }) => parts.converters.accepts(path))
  const documents = await documentsOf(request, parts)
  const difference = compareFolder({ files: found, documents, seen }, request, at)
  const scene = { folder, identity, found, seen: remembered }
  // What an earlier version stored of a file for credentials goes, although the file is there.
  const withheld = difference.missing.filter(isCredentialSource)
  const others = difference.missing.filter(document => !isCredentialSource(document))
  const sorted = await sortMissing(others, scene, files)
  const gone = [...sorted.gone, ...withheld]
  const missing = request.forgetVanished
    ? { gone: [...gone, ...sorted.unreachable], unreachable: [] }
    : { ...sorted, gone }
  return {
    ...difference,
    ...missing,
    collection,
    files: found,
    leftOut,
    documents,
    recipe,
    seen,
    remembered,
    identity,
    at,
  }
}

/** A link in the place of the folder leads to files of other names: they would all be new, and all others gone. */
async function identityOf(folder: string, files: FileReader): Promise<string> {
  const real = await files.resolve(folder, null)
  const root = await files.locate(folder)
  if (root.state === 'there' && real === folder) return root.identity
  throw new Failure('not_found', 'SOURCE_NOT_FOUND', `'${folder}' is a link to '${real}' now.`, {
    hint: 'Name the folder that it leads to.',
  })
}

/** Everything beside the bytes that decides what a file becomes, as far as it is known without opening it. */
function recipeOf({ program, ocrLanguages }: LevelRequest, collection: Collection, parts: Parts): string {
  const { chunker, analyzer } = parts
  const ingredients = [program, chunker.name, chunker.version, analyzer.version, ocrLanguages]
  return sha256(JSON.stringify([...ingredients, collection.policy, collection.model]))
}

/** Documents made of files that a walk through the folder would meet; others below it came by other means. */
export async function documentsOf(
  { folder, recursive, collection }: LevelRequest,
  { store, converters }: Parts,
): Promise<DocumentSummary[]> {
  const below = folder.endsWith(sep) ? folder : `${folder}${sep}`
  const found = await store.findDocuments(
    collection,
    [{ field: 'source', op: 'starts_with', value: below }],
    all,
  )
  return found.filter(({ source, lastModified }) => {
    const steps = relative(folder, source).split(sep)
    const isInWalk = (recursive || steps.length === 1) && !steps.some(isPassedOver)
    // Text that a caller handed over under the name of a file has no date.
    return isInWalk && lastModified !== null && converters.accepts(source)
  })
}
