import type { Hit } from '../../src/core/model/hit.ts'
import type { World } from '../contract/world.ts'

const { signal } = new AbortController()

/** Stores a text as a document and returns its id; for tests of a feature that must not need the tools of another. */
export async function putText(
  { wired }: Pick<World, 'wired'>,
  { source, text, library = 'default' }: { source: string; text: string; library?: string },
): Promise<string> {
  const request = {
    collection: library,
    metadata: {},
    options: { password: null, ocrLanguages: ['en'] },
    read: async () => ({
      source,
      name: 'text.md',
      bytes: Buffer.from(text),
      mediaType: null,
      charset: 'utf-8',
      lastModified: null,
      fileType: null,
    }),
  }
  return (await wired.engine.ingest(request, { signal, progress: () => {} })).documentId
}

/** Searches a library, or all shared ones, without a tool. */
export async function findHits(
  { wired }: Pick<World, 'wired'>,
  text: string,
  library: string | null,
): Promise<Hit[]> {
  const collections = library === null ? null : [library]
  const request = { collections, text, limit: 100, mode: 'hybrid', filter: [], sort: 'relevance' } as const
  return (await wired.engine.search(request, signal)).hits
}
