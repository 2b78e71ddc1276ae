import { relative, sep } from 'node:path'
import { ownerOf } from '../../model/attached.ts'
import type { Collection } from '../../model/collection.ts'
import type { DocumentSummary } from '../../model/document.ts'
import { Failure } from '../../model/failure.ts'
import { sha256 } from '../../model/identity.ts'
import type { SeenFile, SeenFolder } from '../../ports/folders.ts'
import type { FileReader, FoundFile, LeftOut, Whereabouts } from '../../ports/source-reader.ts'
import { isCredentialSource, isPassedOver } from '../../text/excluded-files.ts'
import type { Parts } from '../ingest-request.ts'
import { requireCollection } from '../require-collection.ts'
import { sortListing } from '../sort-listing.ts'
import type { FolderParts, LevelRequest, OpenFile } from './level-request.ts'

type FolderDifference = {
  /** Not changed since they were last read. */
  unchanged: FoundFile[]
  /** New, changed, or not remembered. */
  open: OpenFile[]
  /** Failed before, not changed since, and not due for a retry. */
  resting: { name: string; document: DocumentSummary | null; message: string }[]
  /** Written less than `settleMs` ago. */
  fresh: OpenFile[]
  /** Documents whose file is not listed. */
  missing: DocumentSummary[]
}

type SortedMissing = { gone: DocumentSummary[]; unreachable: DocumentSummary[] }

export type FolderLook = FolderDifference &
  SortedMissing & {
    collection: Collection
    files: FoundFile[]
    leftOut: LeftOut[]
    documents: DocumentSummary[]
    recipe: string
    /** Null when nothing is remembered, or it was remembered for another recipe. */
    seen: SeenFolder | null
    /** Also when it is of another recipe: where the files were is still true. */
    remembered: SeenFolder | null
    /** Identity of the folder itself. */
    identity: string
    /** When the folder was listed, in milliseconds since 1970. */
    at: number
  }

/** A limit above the number of documents of any folder. */
const all = 10_000_000

/** Finds what has changed in a folder since the last sync. Opens no file. */
export async function lookAtFolder(
  request: LevelRequest,
  parts: Parts & FolderParts,
  signal: AbortSignal,
): Promise<FolderLook> {
  const { files, memory } = parts
  const { folder, recursive, roots } = request
  const collection = await requireCollection(request.collection, parts)
  const recipe = recipeOf(request, collection, parts)
  const remembered = await memory.load(collection.name, folder)
  const seen = remembered?.recipe === recipe ? remembered : null
  const identity = await identityOf(folder, files)
  const at = Date.parse(parts.clock.now())
  const listing = await files.list(folder, { recursive, roots }, signal)
  const { files: found, leftOut } = sortListing(listing, parts.converters)
  const documents = await documentsOf(request, parts)
  const difference = compareFolder({ files: found, documents, seen }, request, at)
  const scene = { folder, identity, found, seen: remembered }
  // Documents of credentials files that an earlier version stored are removed, although the file exists.
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

/** Throws when the path is a link now: every file behind it would be new, and every document gone. */
async function identityOf(folder: string, files: FileReader): Promise<string> {
  const real = await files.resolve(folder, null)
  const root = await files.locate(folder)
  if (root.state === 'there' && real === folder) return root.identity
  throw new Failure('not_found', 'SOURCE_NOT_FOUND', `'${folder}' is a link to '${real}' now.`, {
    hint: 'Pass the folder that the link leads to.',
  })
}

/**
 * Hashes everything except the bytes that decides what is stored for a file, as far as it is known without opening it.
 */
function recipeOf({ program, ocrLanguages }: LevelRequest, collection: Collection, parts: Parts): string {
  const { chunker, analyzer } = parts
  const ingredients = [program, chunker.name, chunker.version, analyzer.version, ocrLanguages]
  return sha256(JSON.stringify([...ingredients, collection.policy, collection.model]))
}

/**
 * Documents of files that listing the folder would return. Other documents below it were not made by a sync, or belong
 * to the file they are attached to.
 */
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
  return found.filter(({ source, lastModified, metadata }) => {
    if (ownerOf({ metadata }) !== null) return false
    const steps = relative(folder, source).split(sep)
    const isInWalk = (recursive || steps.length === 1) && !steps.some(isPassedOver)
    // Text that a caller passed under the name of a file has no date.
    return isInWalk && lastModified !== null && converters.refusal(source) === null
  })
}

const firstWaitMs = 5_000

const longestWaitMs = 3_600_000

/** Compares the files of the folder with its documents, without opening a file. */
export function compareFolder(
  found: { files: readonly FoundFile[]; documents: readonly DocumentSummary[]; seen: SeenFolder | null },
  request: Pick<LevelRequest, 'folder' | 'settleMs' | 'retry'>,
  now: number,
): FolderDifference {
  const difference: FolderDifference = { unchanged: [], open: [], resting: [], fresh: [], missing: [] }
  const bySource = new Map(found.documents.map(document => [document.source, document]))
  for (const file of found.files) {
    const name = relative(request.folder, file.path)
    const document = bySource.get(file.path) ?? null
    const seen = found.seen?.files[name]
    bySource.delete(file.path)
    const isSame = seen?.stamp === file.stamp
    if (isSame && seen.state === 'stored' && isOf(document, seen)) difference.unchanged.push(file)
    else if (isSame && seen.state === 'failed' && request.retry === 'due' && !isDue(seen, now))
      difference.resting.push({ name, document, message: seen.message })
    else if (isFresh(file, request.settleMs, now)) difference.fresh.push({ file, name, document })
    else difference.open.push({ file, name, document })
  }
  difference.missing.push(...bySource.values())
  return difference
}

function isOf(document: DocumentSummary | null, seen: Extract<SeenFile, { state: 'stored' }>): boolean {
  return document?.contentHash === seen.contentHash && document.fingerprint === seen.fingerprint
}

/** A time in the future means a wrong clock, not a file that is being written. */
function isFresh({ modifiedMs }: FoundFile, settleMs: number, now: number): boolean {
  return now >= modifiedMs && now - modifiedMs < settleMs
}

function isDue({ attempts, lastAt }: Extract<SeenFile, { state: 'failed' }>, now: number): boolean {
  const waitMs = Math.min(longestWaitMs, firstWaitMs * 4 ** (attempts - 1))
  return now - Date.parse(lastAt) >= waitMs
}

/**
 * Separates documents whose file was deleted (`gone`) from those whose folder or drive is missing (`unreachable`). A
 * drive that is not mounted leaves an empty folder, and so may a folder that was replaced: their files are unreachable.
 * A file that exists but is not listed (hidden, or of another format now) is in neither list.
 */
export async function sortMissing(
  missing: readonly DocumentSummary[],
  {
    folder,
    identity,
    found,
    seen,
  }: {
    folder: string
    /** Identity of the folder itself. */
    identity: string
    found: readonly FoundFile[]
    /** Also when it is of another recipe: where a file was does not depend on the recipe. */
    seen: SeenFolder | null
  },
  files: Pick<FileReader, 'locate'>,
): Promise<SortedMissing> {
  const isAnother = found.length === 0 && identity !== seen?.identity
  const present = presentDevices(folder, found, seen)
  const folders = new Set(found.flatMap(({ path }) => foldersAbove(path, folder)))
  const sorted: SortedMissing = { gone: [], unreachable: [] }
  for (const document of missing) {
    const where = await files.locate(document.source)
    if (where.state === 'there' && where.kind === 'file') continue
    const device = seen?.files[relative(folder, document.source)]?.device ?? null
    const isGone = !isAnother && isReallyGone(where, device, { present, folders })
    sorted[isGone ? 'gone' : 'unreachable'].push(document)
  }
  return sorted
}

/** Devices that are still mounted, by the id they had when remembered: device ids can change on a restart. */
function presentDevices(
  folder: string,
  found: readonly FoundFile[],
  seen: SeenFolder | null,
): ReadonlySet<string> {
  return new Set(found.flatMap(({ path }) => seen?.files[relative(folder, path)]?.device ?? []))
}

function isReallyGone(
  where: Whereabouts,
  device: string | null,
  { present, folders }: { present: ReadonlySet<string>; folders: ReadonlySet<string> },
): boolean {
  // A folder or a link has taken the place of the file.
  if (where.state === 'there') return true
  if (where.state === 'unknown') return false
  if (device !== null) return where.device === device || present.has(device)
  // Its device is not remembered: an empty folder may be the mount point of a drive.
  return folders.has(where.nearest)
}

function foldersAbove(path: string, folder: string): string[] {
  const parts = relative(folder, path).split(sep).slice(0, -1)
  return [folder, ...parts.map((_, index) => [folder, ...parts.slice(0, index + 1)].join(sep))]
}
