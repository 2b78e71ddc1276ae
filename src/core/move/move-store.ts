import { Failure, throwIfAborted } from '../model/failure.ts'
import type { TokenBook } from '../ports/token-book.ts'
import { compareSearches } from './compare-searches.ts'
import { moveCollection } from './move-collection.ts'
import { differs, type MoveContext, type MoveEnds } from './move-ends.ts'

export type MoveReport = {
  collections: number
  documents: number
  chunks: number
  /** Documents that this run stored; the others were there from a run before. */
  copied: number
  trash: number
  tokens: number
  searches: { asked: number; equal: number }
}

/**
 * Copies everything from one store into another, and compares every document with its copy. The source is only read.
 * Documents keep their ids, vectors and times. A run that was interrupted is continued by repeating it: what is already
 * there is compared and not written again. Throws STORE_NOT_EMPTY, before anything is written, when the target has a
 * collection of the same name that is not a copy, and MOVE_DIFFERS when a copy is not equal.
 */
export async function moveStore(ends: MoveEnds, context: MoveContext): Promise<MoveReport> {
  const { from, to } = ends
  const collections = await from.store.listCollections()
  await refuseOthers(ends)
  const total = collections.reduce((sum, { documents }) => sum + documents, 0)
  const report = { collections: collections.length, documents: 0, chunks: 0, copied: 0 }
  for (const collection of collections) {
    const moved = await moveCollection(ends, collection, {
      ...context,
      progress: ({ done, message }) => context.progress({ done: report.documents + done, total, message }),
    })
    report.documents += moved.documents
    report.chunks += moved.chunks
    report.copied += moved.copied
  }
  const trash = await moveTrash(ends, context.signal)
  const tokens = await moveTokens(from.tokens, to.tokens)
  const names = collections.map(({ name }) => name)
  const searches = await compareSearches({ from: from.store, to: to.store, collections: names }, context)
  return { ...report, trash, tokens, searches }
}

async function refuseOthers({ from, to }: MoveEnds): Promise<void> {
  const there = new Map((await to.store.describeCollections()).map(known => [known.name, known]))
  const owners = new Map([...there.values()].map(({ project, name }) => [project?.id, name]))
  for (const { name, createdAt, model, project } of await from.store.describeCollections()) {
    const known = there.get(name)
    if (known !== undefined && (known.createdAt !== createdAt || known.model !== model))
      throw notEmpty(`${to.store.description} already has another library "${name}".`)
    const owner = project === null ? undefined : owners.get(project.id)
    if (owner !== undefined && owner !== name)
      throw notEmpty(`${to.store.description} already has the project "${project?.id}", in "${owner}".`)
  }
}

function notEmpty(message: string): Failure {
  return new Failure('conflict', 'STORE_NOT_EMPTY', message, {
    hint: 'Move into an empty store, or delete it there first. Nothing was changed.',
  })
}

async function moveTrash({ from, to }: MoveEnds, signal: AbortSignal): Promise<number> {
  const entries = await from.store.listTrash(null)
  const there = new Set((await to.store.listTrash(null)).map(({ id }) => id))
  for (const entry of entries) {
    throwIfAborted(signal)
    const content = await from.store.readTrash(entry.id)
    if (content === null) continue
    if (!there.has(entry.id)) await to.remainder.putTrash({ ...entry, content })
    const copy = await to.store.readTrash(entry.id)
    if (copy === null || Buffer.compare(copy, content) !== 0)
      throw differs(`the deleted document ${entry.id} (${entry.source})`)
  }
  return entries.length
}

async function moveTokens(from: TokenBook, to: TokenBook): Promise<number> {
  const entries = await from.list()
  for (const { id } of entries) {
    const token = await from.find(id)
    if (token !== null && (await to.find(id)) === null) await to.add(token)
  }
  return entries.length
}
