import type { ResourceProvider } from '../contract/resources.ts'
import type { Engine } from '../engine.ts'
import { Failure } from '../model/failure.ts'

const pageSize = 100
const mimeType = 'text/markdown'

/** Documents by address: `quire://{library}/{doc_id}` reads as the document's Markdown. */
export function documentResources({
  catalog,
}: {
  catalog: Pick<Engine['catalog'], 'listDocuments' | 'readDocument'>
}): ResourceProvider {
  return {
    templates: [
      {
        uriTemplate: 'quire://{library}/{doc_id}',
        name: 'document',
        title: 'Document',
        description: 'One document of a library, as Markdown. Ids come from search and list_documents.',
        mimeType,
      },
    ],
    async list(cursor) {
      const offset = cursor === null ? 0 : offsetOf(cursor)
      const documents = await catalog.listDocuments({ collection: null, limit: pageSize + 1, offset })
      const resources = documents.slice(0, pageSize).map(document => ({
        uri: uriOf(document.collection, document.id),
        name: document.title,
        description: `${document.source} (library ${document.collection})`,
        mimeType,
      }))
      return { resources, nextCursor: documents.length > pageSize ? cursorOf(offset + pageSize) : null }
    },
    async read(uri) {
      const address = parseUri(uri)
      if (address === null) return null
      const document = await catalog.readDocument(address.id).catch(nullWhenMissing)
      if (document === null || document.collection !== address.library) return null
      return { uri, mimeType, text: document.markdown }
    },
  }
}

export function uriOf(library: string, id: string): string {
  return `quire://${encodeURIComponent(library)}/${id}`
}

function parseUri(uri: string): { library: string; id: string } | null {
  const [, library, id] = /^quire:\/\/([^/]+)\/([^/?#]+)$/.exec(uri) ?? []
  if (library === undefined || id === undefined) return null
  try {
    return { library: decodeURIComponent(library), id }
  } catch {
    return null
  }
}

function nullWhenMissing(error: unknown): null {
  if (error instanceof Failure && error.kind === 'not_found') return null
  throw error
}

function cursorOf(offset: number): string {
  return Buffer.from(`after:${offset}`).toString('base64url')
}

function offsetOf(cursor: string): number {
  const [, offset] = /^after:(\d{1,9})$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? []
  if (offset !== undefined) return Number(offset)
  throw new Failure('invalid', 'INVALID_INPUT', 'The cursor is not one that this server gave out.', {
    hint: 'List from the beginning, without a cursor.',
  })
}
