import type { DocumentSummary, Page } from '../../../core/model/document.ts'
import type { ManuscriptComment } from '../../../core/model/manuscript.ts'
import type { ReportProgress } from '../../../core/model/progress.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { Converters } from '../../../core/ports/converter.ts'
import type { Store } from '../../../core/ports/store.ts'

/** What checking a manuscript needs from the store and the converters. */
export type ManuscriptDesk = {
  /** Converts in a process of its own where the format needs it. Throws UNSUPPORTED_FORMAT. */
  convert(
    raw: RawSource,
    options: { ocrLanguages: readonly string[]; comments: readonly ManuscriptComment[] },
    context: { signal: AbortSignal; progress: ReportProgress },
  ): ReturnType<Converters['convert']>
  /** The name of the format: "docx", "md", "pdf". */
  formatOf(raw: RawSource): Promise<string>
  /** All documents of the collections. */
  listDocuments(collections: readonly string[]): Promise<DocumentSummary[]>
  /** Empty when the document is gone or has no pages. */
  readPages(documentId: string): Promise<Page[]>
}

const pageSize = 500

export function manuscriptDesk({
  store,
  converters,
}: {
  store: Store
  converters: Converters
}): ManuscriptDesk {
  return {
    convert: (raw, { ocrLanguages, comments }, context) =>
      converters.convert(raw, { password: null, ocrLanguages, manuscript: { comments } }, context),
    formatOf: async raw => (await converters.identify(raw)).format,
    async listDocuments(collections) {
      const documents: DocumentSummary[] = []
      for (let offset = 0; ; offset += pageSize) {
        const page = await store.listDocuments({ collections, limit: pageSize, offset })
        documents.push(...page)
        if (page.length < pageSize) return documents
      }
    },
    readPages: async id => (await store.readDocument(id))?.pages ?? [],
  }
}
