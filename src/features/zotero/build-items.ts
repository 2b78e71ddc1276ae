import { createHash } from 'node:crypto'
import { Failure, throwIfAborted } from '../../core/model/failure.ts'
import type { Reference } from '../../core/model/reference.ts'
import type { Attachment, LibraryItem } from '../../core/ports/reference-library.ts'
import type { Draft } from '../../core/references/finish-reference.ts'
import { itemToDraft } from '../../core/references/item-to-draft.ts'
import type { ZoteroCollection } from './select-items.ts'
import { type LibraryIdentity, type ZoteroItem, zoteroUri } from './zotero-item.ts'

/** Makes a key for a reference that has none; not one of `taken`. Must be deterministic. */
export type GenerateCitekey = (reference: Reference, taken: ReadonlySet<string>) => string

/** What a source read, without trash. Files without a parent are items of type `attachment`. */
export type LibraryContents = {
  items: readonly ZoteroItem[]
  /** By the address of their item. */
  attachments: ReadonlyMap<string, readonly MarkedAttachment[]>
  collections: readonly ZoteroCollection[]
  /** Better BibTeX's keys by the address of the item, for items without a key of their own. */
  citekeys: ReadonlyMap<string, string>
}

/** `mark` changes with the bytes and the annotations, which are not part of the attachment. */
export type MarkedAttachment = { attachment: Attachment; mark: string }

export type BuiltItem = { item: LibraryItem; record: ZoteroItem }

type ItemContext = { collections: readonly string[]; files: readonly string[] }

/** Returns Better BibTeX's keys by item name: `ABCD2345` in the user's own library, `2:ABCD2345` in any library. */
export type AskBetterBibtex = (
  names: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, string>>

type CitekeySources = {
  /** The item's name for Better BibTeX; null when it has none. */
  nameOf: (item: ZoteroItem) => string | null
  /** Tried in order; each is asked for the keys that are still missing. */
  ask: readonly AskBetterBibtex[]
  warn: (warning: string) => void
}

/** Builds every item with its reference, citekey and files, in order of key. */
export function buildItems(contents: LibraryContents, generateCitekey: GenerateCitekey): BuiltItem[] {
  const nameOf = collectionNames(contents.collections)
  const drafts = [...contents.items].sort(byKey).map(record => {
    const uri = zoteroUri(record.library, record.key)
    const files = contents.attachments.get(uri) ?? []
    const draft = toReference(record, {
      collections: record.collectionKeys.flatMap(key => nameOf(record.library, key)),
      files: files.map(({ attachment }) => attachment.name),
    })
    return {
      record,
      files,
      draft: { ...draft, citekey: draft.citekey ?? contents.citekeys.get(uri) ?? null },
    }
  })
  // All existing keys are taken first, so that a generated key never equals one of them.
  const taken = new Set(drafts.flatMap(({ draft }) => draft.citekey ?? []))
  return drafts.map(({ record, files, draft }) => ({
    record,
    item: {
      key: record.key,
      library: record.library.name,
      reference: withCitekey(draft, taken, generateCitekey),
      attachments: files.map(({ attachment }) => attachment),
      dateAdded: record.dateAdded,
      dateModified: record.dateModified,
      version: record.version,
      stamp: stampOf(draft, files),
    },
  }))
}

/**
 * Maps an item to a reference; `citekey` may be null. Items have the same fields in the database, the API and an export,
 * so the same item becomes the same reference from every source.
 */
export function toReference(item: ZoteroItem, { collections, files }: ItemContext): Draft {
  const { fields, key, itemType, creators, tags, parsedDate } = item
  const date = parsedDate ?? fields.date
  const record = { ...fields, ...(date === undefined ? {} : { date }), key, itemType, creators, tags }
  return { ...itemToDraft(record, collections), files }
}

function collectionNames(
  collections: readonly ZoteroCollection[],
): (library: LibraryIdentity, key: string) => string | string[] {
  const id = (groupId: number | null, key: string) => `${groupId ?? ''}/${key}`
  const names = new Map(collections.map(({ groupId, key, name }) => [id(groupId, key), name]))
  return (library, key) => names.get(id(library.groupId, key)) ?? []
}

function withCitekey(draft: Draft, taken: Set<string>, generateCitekey: GenerateCitekey): Reference {
  if (draft.citekey !== null) return { ...draft, citekey: draft.citekey, isCitekeyGenerated: false }
  const citekey = generateCitekey({ ...draft, citekey: '', isCitekeyGenerated: true }, taken)
  taken.add(citekey)
  return { ...draft, citekey, isCitekeyGenerated: true }
}

/** A hash of the content. Versions do not work: Zotero raises them only when it synchronises. */
function stampOf(draft: Draft, files: readonly MarkedAttachment[]): string {
  const facts = files.map(({ attachment, mark }) => [
    attachment.key,
    attachment.name,
    attachment.mediaType,
    attachment.missing === null,
    mark,
  ])
  return createHash('sha256')
    .update(JSON.stringify([draft, facts]))
    .digest('hex')
    .slice(0, 24)
}

function byKey(one: ZoteroItem, other: ZoteroItem): number {
  if (one.key !== other.key) return one.key < other.key ? -1 : 1
  return (one.library.groupId ?? 0) - (other.library.groupId ?? 0)
}

/** Finds keys for items without a key of their own. Returns them by the address of the item. */
export async function findCitekeys(
  items: readonly ZoteroItem[],
  { nameOf, ask, warn }: CitekeySources,
  signal: AbortSignal,
): Promise<Map<string, string>> {
  const uris = new Map(items.filter(lacksCitekey).flatMap(item => pairOf(nameOf(item), item)))
  const found = new Map<string, string>()
  for (const source of ask) {
    const unknown = [...uris].filter(([, uri]) => !found.has(uri)).map(([name]) => name)
    if (unknown.length === 0) break
    try {
      for (const [name, citekey] of await source(unknown, signal)) {
        const uri = uris.get(name)
        if (uri !== undefined) found.set(uri, citekey)
      }
    } catch (error) {
      throwIfAborted(signal)
      // Keys can be generated instead, so an unreachable plug-in is only a warning.
      if (!(error instanceof Failure)) throw error
      warn(`Better BibTeX's citation keys could not be read, so some are generated: ${error.message}`)
    }
  }
  return found
}

function lacksCitekey(item: ZoteroItem): boolean {
  return item.itemType !== 'attachment' && toReference(item, { collections: [], files: [] }).citekey === null
}

function pairOf(name: string | null, { library, key }: ZoteroItem): [string, string][] {
  return name === null ? [] : [[name, zoteroUri(library, key)]]
}
