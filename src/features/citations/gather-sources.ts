import { basename, relative } from 'node:path'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { sayLeftOut } from '../../core/ingest/sort-listing.ts'
import { Failure } from '../../core/model/failure.ts'
import type { JsonObject } from '../../core/model/json.ts'
import type { Reference } from '../../core/model/reference.ts'
import type { RawSource } from '../../core/model/source.ts'
import type {
  Annotation,
  Attachment,
  LibraryItem,
  ReferenceLibrary,
} from '../../core/ports/reference-library.ts'
import { nameInReports } from '../../core/references/finish-reference.ts'
import type { IngestOptions } from './ingest-from-source.ts'
import type { Services } from './services.ts'

/** One document to ingest, before it is read. */
export type SourceItem = {
  /** The name in reports. */
  name: string
  read(signal: AbortSignal): Promise<RawSource>
  /** Returns text to use when no text can be extracted from the source. */
  fallback?: (signal: AbortSignal) => Promise<string | null>
  /** Metadata that is known before the source is read. */
  metadata: JsonObject
  /** The reference that the source itself provides; null when one must be searched for. */
  reference: Reference | null
  /** The page of an annotation in the document it belongs to; otherwise null. */
  page: { number: number; label: string | null } | null
}

export type GatheredSource = { items: SourceItem[]; warnings: string[] }

/** Returns the file at this path, or every readable file below the folder. */
export async function gatherFiles(
  { engine, files, caller, rootsFor, signal }: ToolContext<Services>,
  source: string,
): Promise<GatheredSource & { path: string }> {
  const roots = rootsFor(caller)
  const path = await files.resolve(source, roots)
  const toItem = (file: string, name: string): SourceItem => ({
    name,
    read: signal => files.read(file, roots, signal),
    metadata: { source_path: file },
    reference: null,
    page: null,
  })
  if (!(await files.isFolder(path))) return { path, items: [toItem(path, basename(path))], warnings: [] }
  const listing = await files.list(path, { recursive: true, roots }, signal)
  const { files: readable, leftOut } = engine.sortListing(listing)
  if (readable.length === 0)
    throw new Failure('invalid', 'VALIDATION_ERROR', `No file below "${source}" can be read.`, {
      hint: 'Supported formats: PDF, Office, RTF, mail, EPUB, HTML, Markdown and text.',
      details: { field: 'source', files: listing.files.length },
    })
  const items = readable.map(file => toItem(file.path, relative(path, file.path)))
  return { path, items, warnings: sayLeftOut(leftOut, left => relative(path, left)) }
}

/** Returns every readable attachment of the collection, and its annotations if requested. */
export async function gatherZotero(
  { libraries, engine, signal, caller, rootsFor }: ToolContext<Services>,
  options: IngestOptions,
): Promise<GatheredSource> {
  const asked = options.collection_key ?? options.collection
  if (asked === undefined) throw collectionMissing()
  const manager = await libraries()
  if (manager === null) throw managerMissing()
  // A caller without access to any folder must not read the local library either.
  const isWebOnly = rootsFor(caller)?.length === 0
  if (isWebOnly && options.zotero_config?.local === true) throw closedHere()
  const library = await manager.open(options.zotero_config ?? null, { isWebOnly })
  const { key } = await findCollection(library, asked, signal)
  const items = await library.listItems(
    {
      collection: key,
      includeSubcollections: options.include_subcollections,
      includeTags: options.include_tags,
      excludeTags: options.exclude_tags,
    },
    signal,
  )
  const mayFallBack = options.prefer_zotero_fulltext ?? manager.defaults.preferFulltext
  const gathered: GatheredSource = { items: [], warnings: [] }
  for (const item of items) {
    const readable = item.attachments.filter(attachment => isReadable(attachment, engine))
    if (readable.length === 0) gathered.warnings.push(nothingToRead(item))
    for (const attachment of readable) {
      gathered.items.push(fromAttachment({ item, attachment, library, mayFallBack }))
      if (options.include_annotations ?? manager.defaults.includeAnnotations)
        await gatherAnnotations({ item, attachment, library, gathered }, signal)
    }
  }
  gathered.warnings.push(...library.takeWarnings())
  return gathered
}

/** Changes the error code: a missing Zotero collection is an invalid value, not an invalid project. */
async function findCollection(library: ReferenceLibrary, asked: string, signal: AbortSignal) {
  try {
    return await library.findCollection(asked, signal)
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'cancelled') throw error
    const { kind, message, hint, details } = error
    throw new Failure(kind, 'VALIDATION_ERROR', message, {
      ...(hint === null ? {} : { hint }),
      details,
      cause: error,
    })
  }
}

function isReadable({ missing, name }: Attachment, engine: Services['engine']): boolean {
  return missing === null && engine.accepts(name)
}

/** Each file of an item becomes a document with the metadata of the item. */
function fromAttachment(from: {
  item: LibraryItem
  attachment: Attachment
  library: ReferenceLibrary
  mayFallBack: boolean
}): SourceItem {
  const { item, attachment, library, mayFallBack } = from
  return {
    name: nameInReports(item, attachment),
    read: signal => library.readAttachment(attachment, signal),
    async fallback(signal) {
      return mayFallBack ? ((await library.cachedText(attachment.key, signal))?.text ?? null) : null
    },
    metadata: {
      source_path: attachment.place,
      zotero_item_key: item.key,
      zotero_attachment_key: attachment.key,
      zotero_library: item.library,
      zotero_stamp: item.stamp,
    },
    reference: item.reference,
    page: null,
  }
}

/** An attachment whose annotations cannot be read adds a warning and does not stop the others. */
async function gatherAnnotations(
  from: { item: LibraryItem; attachment: Attachment; library: ReferenceLibrary; gathered: GatheredSource },
  signal: AbortSignal,
): Promise<void> {
  const { item, attachment, library, gathered } = from
  try {
    for (const annotation of await library.listAnnotations(attachment.key, signal))
      if (textOf(annotation) !== '') gathered.items.push(fromAnnotation(item, attachment, annotation))
  } catch (error) {
    if (!(error instanceof Failure) || signal.aborted) throw error
    gathered.warnings.push(`The annotations of ${attachment.name} could not be read: ${error.message}`)
  }
}

function fromAnnotation(item: LibraryItem, attachment: Attachment, annotation: Annotation): SourceItem {
  const { page, pageLabel, color, comment, text, tags, key } = annotation
  return {
    name: `${nameInReports(item, attachment)} annotation ${key}`,
    read: async () => ({
      source: `${attachment.uri}#${key}`,
      name: `${key}.txt`,
      bytes: new TextEncoder().encode(textOf(annotation)),
      mediaType: 'text/plain',
      charset: 'utf-8',
      lastModified: null,
      fileType: 'annotation',
    }),
    metadata: {
      type: 'annotation',
      source_path: attachment.place,
      zotero_item_key: item.key,
      zotero_attachment_key: attachment.key,
      zotero_library: item.library,
      tags: [...new Set([...item.reference.tags, ...tags])],
      annotation: { page, page_label: pageLabel, quote: text, comment, color, tags, kind: annotation.kind },
    },
    reference: item.reference,
    page: page === null ? null : { number: page, label: pageLabel },
  }
}

function textOf({ text, comment }: Annotation): string {
  return [text, comment].filter(part => part.trim() !== '').join('\n\n')
}

function nothingToRead(item: LibraryItem): string {
  const reasons = item.attachments.flatMap(({ name, missing }) =>
    missing === null ? [] : `${name}: ${missing}`,
  )
  const why = reasons.length === 0 ? 'it has no file that can be read' : reasons.join('; ')
  return `"${item.reference.title ?? item.key}" was skipped: ${why}.`
}

function closedHere(): Failure {
  return new Failure(
    'forbidden',
    'FORBIDDEN_PATH',
    'The Zotero library on this computer cannot be read: this server has no readable folder.',
    { hint: 'Start it with --root <folder> (or QUIRE_ROOTS), or with a token (QUIRE_TOKEN).' },
  )
}

function collectionMissing(): Failure {
  return new Failure('invalid', 'VALIDATION_ERROR', 'options.collection_key is missing.', {
    hint: 'With source "zotero", set options.collection_key, or options.collection to the name of the collection. `quire zotero collections` lists them.',
    details: { field: 'options.collection_key' },
  })
}

function managerMissing(): Failure {
  return new Failure('unsupported', 'VALIDATION_ERROR', 'This program was built without Zotero.', {
    hint: 'Give the path of a file or folder as source.',
  })
}
