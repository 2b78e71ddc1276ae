import type { Reference } from '../../../../core/model/reference.ts'
import { type ReferenceFile, referenceReader } from '../reference-reader.ts'

/** Reads a file given as text or bytes. */
export function readReferences(content: string | Uint8Array, name = 'library.bib'): Promise<ReferenceFile> {
  const bytes = typeof content === 'string' ? new TextEncoder().encode(content) : content
  const raw = { source: `/refs/${name}`, name, bytes, mediaType: null, charset: null }
  return referenceReader().read({ ...raw, lastModified: null, fileType: null }, new AbortController().signal)
}

/** The only reference of a file. */
export async function readOne(content: string, name = 'library.bib'): Promise<Reference> {
  const { references, refused } = await readReferences(content, name)
  const [reference] = references
  if (references.length !== 1 || reference === undefined)
    throw new Error(`expected one reference, found ${references.length}; refused: ${JSON.stringify(refused)}`)
  return reference
}
