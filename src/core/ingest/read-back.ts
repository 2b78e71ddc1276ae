import type { Document } from '../model/document.ts'
import { Failure } from '../model/failure.ts'
import { sha256 } from '../model/identity.ts'
import type { Parts } from './ingest-request.ts'

/** Counts what the store now has for the document. Throws unless it equals what was sent; `pending` chunks have no vector. */
export async function readBack(
  document: Document,
  { chunks, pending = 0 }: { chunks: number; pending?: number },
  { store }: Pick<Parts, 'store'>,
): Promise<void> {
  const found = await store.countDocument(document.id)
  if (found === null)
    throw new Failure(
      'conflict',
      'DOCUMENT_SUPERSEDED',
      `"${document.source}" was replaced or deleted by another process while it was being stored.`,
      {
        hint: 'Ingest it again if you want it in the collection.',
      },
    )
  const isWhole =
    found.chunks === chunks &&
    // Work in the background may have made some of them already.
    found.vectors >= chunks - pending &&
    found.lexical === chunks &&
    found.markdownHash === sha256(document.markdown)
  if (isWhole) return
  throw new Failure('internal', 'STORE_INCONSISTENT', `"${document.source}" was not stored as it was sent.`, {
    hint: 'Run `quire doctor` to check the store.',
    details: {
      expected_chunks: chunks,
      chunks: found.chunks,
      vectors: found.vectors,
      lexical: found.lexical,
    },
  })
}
