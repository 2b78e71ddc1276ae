import type { Reference } from '../../../core/model/reference.ts'
import type { CitedPages } from '../../../core/text/cite-pages.ts'
import type { CitationStyle } from '../format-citation.ts'
import { apaInText, apaReference } from './styles/apa.ts'
import { bibtexEntry, bibtexInText } from './styles/bibtex.ts'
import { harvardInText, harvardReference } from './styles/harvard.ts'
import { vancouverInText, vancouverReference } from './styles/vancouver.ts'

export type FormattedCitation = {
  /** For the list of references; in BibTeX, the entry. */
  text: string
  /** For the running text, with pages if they are given. */
  inText: string
}

/** Writes a reference in a style, as plain text. */
export function writeCitation(
  reference: Reference,
  style: CitationStyle,
  place: CitedPages | null = null,
): FormattedCitation {
  const { list, inText } = writers[style]
  return { text: list(reference), inText: inText(reference, place) }
}

type Writer = {
  list: (reference: Reference) => string
  inText: (reference: Reference, pages: CitedPages | null) => string
}

const writers: Readonly<Record<CitationStyle, Writer>> = {
  apa: { list: apaReference, inText: apaInText },
  vancouver: { list: vancouverReference, inText: vancouverInText },
  harvard: { list: harvardReference, inText: harvardInText },
  bibtex: { list: bibtexEntry, inText: bibtexInText },
}
