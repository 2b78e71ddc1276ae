import type { ItemSelection, LibraryItem, ReferenceLibrary } from '../../../core/ports/reference-library.ts'
import type { FileReader } from '../../../core/ports/source-reader.ts'
import { generateCitekey } from '../../../core/references/generate-citekey.ts'
import {
  type AskBetterBibtex,
  type BuiltItem,
  buildItems,
  findCitekeys,
  type GenerateCitekey,
} from '../build-items.ts'
import {
  countTags,
  findCollection,
  inTreeOrder,
  newestItems,
  selectItems,
  toReferenceCollection,
  type ZoteroCollection,
} from '../select-items.ts'
import { toAnnotations } from '../to-annotations.ts'
import type { LibraryIdentity, ZoteroItem } from '../zotero-item.ts'
import { type ApiConnection, apiClient } from './api-client.ts'
import { downloadAttachment } from './download-attachment.ts'
import { numberOf, parseJson, recordOf, stringOf, versionOf } from './list-pages.ts'
import { type ApiEntries, apiReader, readChanges } from './read-entries.ts'

export type ZoteroApiOptions = ApiConnection & {
  /** The number of the user or group; 0 is the user's own library in the running Zotero. */
  libraryId: number
  libraryType: 'user' | 'group'
  /** Makes keys for items without one; by default from author, title and year. */
  generateCitekey?: GenerateCitekey
  /** Asks Better BibTeX for keys of items of the user's own library that have none. */
  askBetterBibtex?: AskBetterBibtex
  /** Reads files that the running Zotero redirects to. */
  files: FileReader
  maxFileBytes?: number
}

const defaultMaxFileBytes = 512 * 1024 * 1024

/** A library over Zotero's API: of the running Zotero (`local`) or at zotero.org (`web`). */
export function zoteroApi(options: ZoteroApiOptions): ReferenceLibrary {
  const { kind, libraryId, libraryType } = options
  const client = apiClient(options)
  const warnings = new Set<string>()
  const warn = (warning: string) => warnings.add(warning)
  const isGroup = libraryType === 'group'
  const library: LibraryIdentity = isGroup
    ? { groupId: libraryId, name: `Group ${libraryId}` }
    : { groupId: null, name: 'My Library' }
  const scope = {
    client,
    kind,
    library,
    prefix: `${isGroup ? 'groups' : 'users'}/${libraryId}`,
    host: new URL(options.baseUrl).host,
    warn,
  }
  const reader = apiReader(scope)
  const citekeySources = {
    // Better BibTeX numbers groups in a way that the API does not return.
    nameOf: (item: ZoteroItem) => (item.library.groupId === null ? item.key : null),
    ask: options.askBetterBibtex ? [options.askBetterBibtex] : [],
    warn,
  }

  async function build(
    entries: ApiEntries,
    collections: ZoteroCollection[],
    signal: AbortSignal,
  ): Promise<BuiltItem[]> {
    const citekeys = await findCitekeys(entries.items, citekeySources, signal)
    return buildItems({ ...entries, collections, citekeys }, options.generateCitekey ?? generateCitekey)
  }

  async function listItems(selection: ItemSelection, signal: AbortSignal): Promise<LibraryItem[]> {
    const collections = await reader.collections(signal)
    const entries = await reader.items(selection, collections, signal)
    return selectItems(await build(entries, collections, signal), selection, collections)
  }

  return {
    description: `${kind === 'local' ? 'local API of Zotero' : "Zotero's web API"} at ${scope.host}, ${libraryType} library ${libraryId}`,
    async version(signal) {
      const request = { path: `${scope.prefix}/items`, query: { limit: '1', format: 'keys' } }
      const version = versionOf(await client.get(request, [], signal))
      // The running Zotero returns the version of its last synchronisation, which local changes do not raise.
      return kind === 'local' ? null : version
    },
    changesSince: async (version, signal) => (kind === 'local' ? null : readChanges(scope, version, signal)),
    async listCollections(signal) {
      return inTreeOrder(await reader.collections(signal)).map(toReferenceCollection)
    },
    async findCollection(keyOrName, signal) {
      return toReferenceCollection(findCollection(await reader.collections(signal), keyOrName))
    },
    listItems,
    async recentItems(limit, signal) {
      const collections = await reader.collections(signal)
      const built = await build(await reader.recent(limit, signal), collections, signal)
      return newestItems(
        built.map(({ item }) => item),
        limit,
      )
    },
    async listTags(collection, signal) {
      const selection = { collection, includeSubcollections: true, includeTags: [], excludeTags: [] }
      return countTags(await listItems(selection, signal))
    },
    async listAnnotations(attachmentKey, signal) {
      return toAnnotations(await reader.annotations(attachmentKey, signal))
    },
    readAttachment: (attachment, signal) =>
      downloadAttachment(
        attachment,
        {
          ...scope,
          connection: options,
          files: options.files,
          maxBytes: options.maxFileBytes ?? defaultMaxFileBytes,
        },
        signal,
      ),
    async cachedText(attachmentKey, signal) {
      const path = `${scope.prefix}/items/${encodeURIComponent(attachmentKey)}/fulltext`
      const answer = await client.get({ path }, [404], signal)
      if (answer.status === 404) return null
      const { content, indexedPages, totalPages } = recordOf(parseJson(answer, scope.host))
      const text = stringOf(content)
      return text === null
        ? null
        : { text, indexedPages: numberOf(indexedPages), totalPages: numberOf(totalPages) }
    },
    takeWarnings() {
      const taken = [...warnings]
      warnings.clear()
      return taken
    },
    close: async () => {},
  }
}
