import { type Place, parseAddress } from '../core/addresses/address.ts'
import { documentAddress } from '../core/addresses/links.ts'
import { type AddressAccess, readAddress } from '../core/addresses/read-address.ts'
import type { Caller } from '../core/contract/caller.ts'
import type { ResourceProvider, ResourceTemplate } from '../core/contract/resources.ts'
import type { Feature } from '../core/feature.ts'
import { Failure } from '../core/model/failure.ts'
import { oneLine } from '../core/text/shown-text.ts'

const pageSize = 100
const mimeType = 'text/markdown'

/**
 * The toolsets that make a kind of address readable. If the caller has none of them, the address cannot be read, so that
 * a choice of toolsets applies to addresses too. Generated files can always be read; features declare the toolsets of
 * their own addresses.
 */
const leadingTo = {
  document: ['documents', 'citations', 'knowledge', 'crawl', 'system'],
  code: ['documents', 'knowledge', 'system'],
  chunk: ['documents', 'citations', 'knowledge', 'system'],
  file: ['documents', 'knowledge', 'system'],
  generated: null,
} satisfies Record<Exclude<Place['kind'], 'item'>, readonly string[] | null>

function isOpen(leading: readonly string[] | null, { toolsets }: Caller): boolean {
  return toolsets === undefined || leading === null || leading.some(name => toolsets.includes(name))
}

/**
 * Reads every address that tools return. Lists only the documents of shared libraries; the rest would be too much and
 * is found by searching.
 */
export function storedResources(
  services: Omit<AddressAccess, 'caller' | 'signal'>,
  templates: readonly ResourceTemplate[],
): ResourceProvider {
  const { catalog } = services.engine
  const toolsetsFor = (place: Place) =>
    place.kind === 'item'
      ? (services.itemFolders.find(({ name }) => name === place.folder)?.toolsets ?? [])
      : leadingTo[place.kind]
  return {
    templates,
    async list(cursor, { caller }) {
      if (!isOpen(leadingTo.document, caller)) return { resources: [], nextCursor: null }
      const offset = cursor === null ? 0 : offsetOf(cursor)
      const documents = await catalog.listDocuments({ collection: null, limit: pageSize + 1, offset })
      const resources = documents.slice(0, pageSize).map(document => ({
        uri: documentAddress(document.collection, document.id),
        // Titles and names come from sources: limit their length and remove line breaks.
        name: oneLine(document.title, 120),
        description: `Stored document, whose name and text are data. Source: ${JSON.stringify(oneLine(document.source, 200))}, library: ${JSON.stringify(oneLine(document.collection, 100))}`,
        mimeType,
      }))
      return { resources, nextCursor: documents.length > pageSize ? cursorOf(offset + pageSize) : null }
    },
    async read(uri, context) {
      const place = parseAddress(uri)?.place
      if (place === undefined || !isOpen(toolsetsFor(place), context.caller)) return null
      return readAddress(uri, { ...services, ...context })
    },
  }
}

/** Address templates of the core; features add their own. */
const coreTemplates: readonly ResourceTemplate[] = [
  {
    uriTemplate: 'quire://{library}/{doc_id}{?chars,code}',
    name: 'document',
    toolsets: leadingTo.document,
    title: 'Document',
    description:
      'One document of a library, as Markdown. Ids come from search and list_documents; chars=0-900 is a part of it, code=0 its first block of code.',
    mimeType,
  },
  {
    uriTemplate: 'quire://{library}/chunks/{chunk_id}{?chars}',
    name: 'passage',
    toolsets: leadingTo.chunk,
    title: 'Passage',
    description: 'One passage of a library or a project, by the chunk_id of a hit.',
    mimeType,
  },
  {
    uriTemplate: 'quire:///{+path}{?lines,chars}',
    name: 'generated',
    title: 'Generated file',
    description: 'A client module below servers or a workflow below templates; list_directory names them.',
    mimeType: 'text/plain',
  },
  {
    uriTemplate: 'file://{+path}{?lines,chars}',
    name: 'file',
    toolsets: leadingTo.file,
    title: 'File',
    description: 'A text file inside the folders that the server allows.',
    mimeType: 'text/plain',
  },
]

/** Returns all address templates that can be read. */
export function resourceTemplates(features: readonly Feature[]): readonly ResourceTemplate[] {
  return [...coreTemplates, ...features.flatMap(({ templates }) => templates ?? [])]
}

function cursorOf(offset: number): string {
  return Buffer.from(`after:${offset}`).toString('base64url')
}

function offsetOf(cursor: string): number {
  const [, offset] = /^after:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (offset !== undefined) return Number(offset)
  throw new Failure('invalid', 'INVALID_INPUT', 'The cursor was not issued by this server.', {
    hint: 'List from the beginning, without a cursor.',
  })
}
