import { createHash } from 'node:crypto'
import { indexChunks } from '../ingest/embed-chunks.ts'
import type { CollectionCount } from '../model/collection.ts'
import { splitCorrection } from '../model/correction.ts'
import type { Document } from '../model/document.ts'
import { Failure, throwIfAborted } from '../model/failure.ts'
import type { PageGeometry } from '../model/geometry.ts'
import { encodeGeometry, encodeVector } from '../model/library-file.ts'
import type { Analyzer } from '../ports/analyzer.ts'
import type { DocumentPlace, DocumentWrite, Store, StoredChunk } from '../ports/store.ts'
import { differs, type MoveContext, type MoveEnd, type MoveEnds } from './move-ends.ts'

/** One transaction writes no more than these: another run repeats at most one batch. */
const batch = { documents: 50, chunks: 1_000, characters: 8_000_000 }

type Listed = { id: string; source: string }

/** Everything that is stored of one document. */
type Whole = {
  document: Document
  chunks: StoredChunk[]
  geometry: PageGeometry[]
  original: Uint8Array | null
}

/** Copies one collection, document by document in the order of their times, and compares each with its copy. */
export async function moveCollection(
  ends: MoveEnds,
  collection: CollectionCount,
  { analyzer, signal, progress }: MoveContext,
): Promise<{ documents: number; chunks: number; copied: number }> {
  const { from, to } = ends
  const { name } = collection
  const stored = await from.store.getCollection(name)
  if (stored === null) throw differs(`the library "${name}"`)
  await to.store.ensureCollection(stored)
  // Corrections come first: they apply to the documents that are stored after them.
  await to.remainder.putCorrections(name, await from.remainder.listCorrections(name))

  const there = new Map<string, string>()
  for (const { id, source } of await listAll(to.store, name)) there.set(source, id)
  const report = { documents: 0, chunks: 0, copied: 0 }
  let waiting: Whole[] = []
  const flush = async () => {
    if (waiting.length === 0) return
    await store(to, waiting, { analyzer, signal })
    for (const whole of waiting) await compare(to, whole)
    report.copied += waiting.length
    waiting = []
  }
  for (const listed of (await listAll(from.store, name)).toReversed()) {
    throwIfAborted(signal)
    const whole = await readWhole(from, listed.id)
    if (whole === null) throw differs(`${listed.source} in "${name}"`)
    const known = there.get(listed.source)
    if (known === undefined) waiting.push(whole)
    else if (known === listed.id) await compare(to, whole)
    else throw changedThere(listed, name)
    if (isFull(waiting)) await flush()
    report.documents += 1
    report.chunks += whole.chunks.length
    progress({ done: report.documents, total: collection.documents, message: whole.document.title })
  }
  await flush()
  await moveRest(ends, collection)
  await compareCounts(ends, name)
  return report
}

/** Ids and sources, newest first, then by id. */
async function listAll(store: Store, collection: string): Promise<Listed[]> {
  const limit = 500
  const all: Listed[] = []
  let after: DocumentPlace | null = null
  for (;;) {
    const page = await store.listDocuments({ collections: [collection], limit, offset: 0, after })
    all.push(...page.map(({ id, source }) => ({ id, source })))
    const last = page.at(-1)
    if (last === undefined || page.length < limit) return all
    after = { createdAt: last.createdAt, id: last.id }
  }
}

async function readWhole({ store, originals }: MoveEnd, id: string): Promise<Whole | null> {
  const document = await store.readDocument(id)
  if (document === null) return null
  const [chunks, geometry, original] = await Promise.all([
    store.exportChunks(id),
    store.readGeometry(id, null),
    originals.read(document, document.contentHash),
  ])
  return { document, chunks, geometry, original }
}

function isFull(waiting: readonly Whole[]): boolean {
  const sum = (count: (whole: Whole) => number) => waiting.reduce((all, whole) => all + count(whole), 0)
  return (
    waiting.length >= batch.documents ||
    sum(({ chunks }) => chunks.length) >= batch.chunks ||
    sum(({ document, original }) => document.markdown.length + (original?.length ?? 0)) >= batch.characters
  )
}

async function store(
  { store, originals }: MoveEnd,
  wholes: readonly Whole[],
  { analyzer, signal }: { analyzer: Analyzer; signal: AbortSignal },
): Promise<void> {
  // Files are kept before their document is stored, as when it was ingested.
  for (const { document, original } of wholes) {
    const problem = original === null ? null : await originals.keep(document, original)
    if (problem !== null)
      throw new Failure('unavailable', 'STORE_UNAVAILABLE', `A file of ${document.source}: ${problem}.`)
  }
  await store.putDocuments(
    wholes.map(whole => toWrite(whole, analyzer)),
    signal,
  )
}

function toWrite({ document: corrected, chunks, geometry }: Whole, analyzer: Analyzer): DocumentWrite {
  const { document, correction } = splitCorrection(corrected)
  const vectors = chunks.map(({ vector, tokenBits }) =>
    tokenBits === null || !('length' in vector) ? vector : { vector, tokenBits },
  )
  const cut = { document, chunks: chunks.map(({ chunk }) => chunk), vectors }
  return { document, correction, geometry, chunks: indexChunks(cut, { analyzer }) }
}

async function compare(to: MoveEnd, whole: Whole): Promise<void> {
  const { id, source, collection } = whole.document
  const copy = await readWhole(to, id)
  if (copy === null || hashOf(copy) !== hashOf(whole)) throw differs(`${source} in "${collection}"`)
}

function hashOf({ document, chunks, geometry, original }: Whole): string {
  const hash = createHash('sha256')
  hash.update(JSON.stringify([document, encodeGeometry(geometry)]))
  for (const { chunk, vector, tokenBits } of chunks) {
    hash.update(JSON.stringify(chunk))
    hash.update('length' in vector ? encodeVector(vector) : JSON.stringify(vector))
    hash.update(tokenBits ?? '-')
  }
  return hash.update(original ?? '-').digest('hex')
}

/** What belongs to the collection beside its documents. */
async function moveRest({ from, to }: MoveEnds, { name, calibration }: CollectionCount): Promise<void> {
  if (calibration !== null) await to.store.updateCollection(name, { calibration })
  for (const { folder } of await from.folders.list(name)) {
    const seen = await from.folders.load(name, folder)
    if (seen !== null) await to.folders.save(name, folder, seen)
  }
}

async function compareCounts({ from, to }: MoveEnds, name: string): Promise<void> {
  const [source, copy] = await Promise.all([from.store.countIndexes(name), to.store.countIndexes(name)])
  const corrections = await Promise.all([from, to].map(end => end.remainder.listCorrections(name)))
  const isEqual =
    JSON.stringify(Object.entries(source).toSorted()) === JSON.stringify(Object.entries(copy).toSorted()) &&
    JSON.stringify(corrections[0]) === JSON.stringify(corrections[1])
  if (!isEqual) throw differs(`the library "${name}" (documents, passages, vectors or corrections)`)
}

function changedThere({ source }: Listed, collection: string): Failure {
  return new Failure(
    'conflict',
    'STORE_NOT_EMPTY',
    `The target has another version of ${source} in "${collection}".`,
    { hint: 'It was changed after an earlier move. Delete the library there, or move into another store.' },
  )
}
