import type { DocumentSummary } from '../../../core/model/document.ts'
import type { Store } from '../../../core/ports/store.ts'
import { type DocumentText, prepareDocument } from './document-text.ts'
import type { Screen } from './screen-document.ts'

/** Prepared documents, the least recently used dropped first. */
export type TextCache = {
  /**
   * Null when the document is gone; `unlikely` when it is not prepared yet and the screen turns it away. What is
   * read behind a screen is kept only while there is room: reading through a large library must not drop it all.
   */
  load(
    summary: Pick<DocumentSummary, 'id' | 'fingerprint' | 'contentHash'>,
    screen?: Screen,
  ): Promise<DocumentText | 'unlikely' | null>
}

/** About 25 million characters: some hundred papers and a shelf of books. */
const defaultBytes = 128 * 1024 * 1024

const caches = new WeakMap<Store, TextCache>()

/** One cache per open store, which dies with it. */
export function cacheOf(store: Store): TextCache {
  const cache = caches.get(store) ?? createTextCache(store)
  caches.set(store, cache)
  return cache
}

export function createTextCache(store: Pick<Store, 'readDocument'>, maxBytes = defaultBytes): TextCache {
  const texts = new Map<string, DocumentText>()
  let bytes = 0

  const drop = (key: string) => {
    bytes -= texts.get(key)?.bytes ?? 0
    texts.delete(key)
  }
  const keep = (key: string, text: DocumentText, isScreened: boolean) => {
    if (isScreened && bytes + text.bytes > maxBytes) return
    drop(key)
    texts.set(key, text)
    bytes += text.bytes
    for (const oldest of texts.keys()) {
      if (bytes <= maxBytes || oldest === key) break
      drop(oldest)
    }
    if (bytes > maxBytes) drop(key)
  }

  return {
    async load({ id, fingerprint, contentHash }, screen) {
      const key = `${id} ${fingerprint} ${contentHash}`
      const known = texts.get(key)
      if (known) {
        keep(key, known, false)
        return known
      }
      const document = await store.readDocument(id)
      if (document === null) return null
      if (screen && !screen(document.markdown)) return 'unlikely'
      const text = prepareDocument(document)
      keep(`${id} ${document.fingerprint} ${document.contentHash}`, text, screen !== undefined)
      return text
    },
  }
}
