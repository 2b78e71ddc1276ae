import { createHash } from 'node:crypto'
import { Failure, throwIfAborted } from '../../core/model/failure.ts'
import type { Reference } from '../../core/model/reference.ts'
import type { Attachment, LibraryItem } from '../../core/ports/reference-library.ts'
import type { Draft } from '../../core/references/finish-reference.ts'
import { itemToDraft } from '../../core/references/item-to-draft.ts'
import type { ZoteroCollection } from './select-items.ts'
import { type ZoteroItem, type ZoteroLibrary, zoteroUri } from './zotero-item.ts'

/** Makes a key for a reference that has none, other than those that are taken. Must always answer the same. */
export type GenerateCitekey = (reference: Reference, taken: ReadonlySet<string>) => string

/** What a source read, trash left out. Files that stand by themselves are items of type `attachment`. */
export type LibraryContents = {
  items: readonly ZoteroItem[]
  /** By the address of their item, in order. */
  attachments: ReadonlyMap<string, readonly MarkedAttachment[]>
  collections: readonly ZoteroCollection[]
  /** Better BibTeX's keys by the address of the item, for items that do not carry their key themselves. */
  citekeys: ReadonlyMap<string, string>
}

/** `mark` changes with what the attachment itself does not show: its bytes, its annotations. */
export type MarkedAttachment = { attachment: Attachment; mark: string }

export type BuiltItem = { item: LibraryItem; record: ZoteroItem }

/** Every item with its reference, its key and its files, in order of key. */
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
  // Keys the user can see come first, so that none of ours ever takes one of them.
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

function collectionNames(
  collections: readonly ZoteroCollection[],
): (library: ZoteroLibrary, key: string) => string | string[] {
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

/** Taken from content, not from versions: Zotero raises those only when it synchronises. */
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

type ItemContext = { collections: readonly string[]; files: readonly string[] }

/**
 * An item as a reference whose key may still be open. Items have the same fields in the database, the API and an
 * export, so that the same item is the same reference wherever it is read.
 */
export function toReference(item: ZoteroItem, { collections, files }: ItemContext): Draft {
  const { fields, key, itemType, creators, tags, parsedDate } = item
  const date = parsedDate ?? fields.date
  const record = { ...fields, ...(date === undefined ? {} : { date }), key, itemType, creators, tags }
  return { ...itemToDraft(record, collections), files }
}

/** Better BibTeX's keys by the names asked for: `ABCD2345` in the own library, `2:ABCD2345` in any. */
export type AskBetterBibtex = (
  names: readonly string[],
  signal: AbortSignal,
) => Promise<ReadonlyMap<string, string>>

type CitekeySources = {
  /** How Better BibTeX calls an item; null when it cannot be asked about it. */
  nameOf: (item: ZoteroItem) => string | null
  /** Asked in turn about what the one before did not know. */
  ask: readonly AskBetterBibtex[]
  warn: (warning: string) => void
}

/** Keys by the address of the item, for items that carry none in themselves. */
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
      // Keys can be generated instead: a plug-in out of reach is no reason to read nothing.
      if (!(error instanceof Failure)) throw error
      warn(`Better BibTeX's citation keys could not be had, so some are generated: ${error.message}`)
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
