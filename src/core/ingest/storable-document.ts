import type { Document } from '../model/document.ts'
import { nulReplacement, replaceNul, unitSeparator } from '../text/nul.ts'

/** The document without U+0000, which no store accepts. Its spans stay valid. */
export function storableDocument(document: Document): Document {
  const metadata = replaceNul(document.metadata, unitSeparator)
  return replaceNul({ ...document, metadata }, nulReplacement)
}
