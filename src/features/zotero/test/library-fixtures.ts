import { Failure } from '../../../core/model/failure.ts'
import { emptyReference } from '../../../core/model/reference.ts'
import type {
  Attachment,
  ItemSelection,
  LibraryItem,
  Origin,
  ReferenceLibrary,
} from '../../../core/ports/reference-library.ts'
import type { LibrarySource } from '../source-group.ts'
import { type ZoteroMode, zoteroLibrary } from '../zotero-library.ts'

export const idle = new AbortController().signal
export const everything: ItemSelection = {
  collection: null,
  includeSubcollections: true,
  includeTags: [],
  excludeTags: [],
}

export const attachment = (origin: Origin, given: Partial<Attachment> = {}): Attachment => ({
  key: 'FILE0001',
  uri: 'zotero://select/library/items/FILE0001',
  origin,
  keeper: 'manager',
  name: 'paper.pdf',
  mediaType: 'application/pdf',
  place: 'somewhere',
  missing: null,
  ...given,
})

export const item = (files: Attachment[]): LibraryItem => ({
  key: 'ITEM0001',
  library: 'My Library',
  reference: { ...emptyReference, citekey: 'key' },
  attachments: files,
  dateAdded: null,
  dateModified: null,
  version: 1,
  stamp: '1',
})

/** A library with one item, and its file unless it is marked as missing. */
export function library(
  origin: Origin,
  given: Partial<Attachment> = {},
  more: Partial<ReferenceLibrary> = {},
) {
  const state = { closed: 0, reads: 0 }
  const file = attachment(origin, given)
  const value: ReferenceLibrary = {
    description: `${origin} library`,
    version: async () => (origin === 'local' ? 1 : 2),
    changesSince: async () => null,
    listCollections: async () => [],
    findCollection: async name => {
      throw new Failure('not_found', 'COLLECTION_NOT_FOUND', `There is no ${name}.`)
    },
    listItems: async () => [item([file])],
    recentItems: async () => [item([file])],
    listTags: async () => [{ tag: origin, items: 1 }],
    listAnnotations: async () => [],
    async readAttachment(wanted) {
      state.reads += 1
      if (file.missing !== null)
        throw new Failure('not_found', 'ATTACHMENT_NOT_FOUND', `Missing ${origin}: ${file.missing}.`)
      const { uri: source, name, mediaType } = wanted
      return {
        source,
        name,
        mediaType,
        bytes: new Uint8Array(),
        charset: null,
        lastModified: null,
        fileType: null,
        origin,
      }
    },
    cachedText: async () => null,
    takeWarnings: () => [],
    close: async () => {
      state.closed += 1
    },
    ...more,
  }
  return { value, state }
}

export const source = (name: string, found: ReferenceLibrary): LibrarySource => ({
  name,
  open: async () => found,
})
export const closedSource = (
  name: string,
  code = 'ZOTERO_UNREACHABLE',
  hint = 'Open it.',
): LibrarySource => ({
  name,
  open: async () => {
    throw new Failure('unavailable', code, `${name} is closed.`, { hint })
  },
})

export async function origins(mode: ZoteroMode, local: LibrarySource[], web: LibrarySource[]) {
  const both = zoteroLibrary({ mode, local, web })
  const [tag] = await both.listTags(null, idle)
  return { origin: tag?.tag, warnings: both.takeWarnings() }
}

export const both = () =>
  [[source('database', library('local').value)], [source('API', library('web').value)]] as const
