import { z } from 'zod'
import { citationStyles } from '../../cite/citation-style.ts'
import type { ToolContext } from '../../contract/define-tool.ts'
import { optional } from '../../contract/optional.ts'
import type { PageSpan } from '../../model/chunk.ts'
import type { DocumentSummary } from '../../model/document.ts'
import { Failure } from '../../model/failure.ts'
import { emptyReference, type Reference, referenceOf } from '../../model/reference.ts'
import { defineTool } from '../define-tool.ts'
import type { Services } from '../services.ts'
import { factsOf } from './facts.ts'
import { answer, warnings } from './fields.ts'
import { collectionsOf, documentIs, type Scope, scopeFields } from './scope.ts'

export const formatCitation = defineTool({
  name: 'format_citation',
  title: 'Format a citation',
  description:
    'Write the reference of a document in APA, Vancouver, Harvard or BibTeX, with the form for the running text. Name it by citekey, doc_id, or the chunk_id of a hit, whose pages are then cited.',
  asks: [
    'write a reference',
    'bibliography entry',
    'cite this paper in APA style',
    'how do I cite a source',
    'reference list entry in Harvard or Vancouver style',
    'BibTeX for a document',
    'citation for the running text',
    'how to list a source in a bibliography',
    'footnote for a source',
    'export a reference for LaTeX',
    'the source in the style my journal wants',
    'turn this into a proper reference',
    'MLA or Chicago entry',
    'how would this look in the bibliography',
  ],
  access: 'read',
  pages: { of: ['citation', 'warnings'] },
  timeoutMs: 5_000,
  failures: ['INVALID_PROJECT', 'VALIDATION_ERROR'],
  positionals: ['citekey'],
  tags: ['citations'],
  input: z.object({
    ...scopeFields,
    citekey: optional(z.string().min(1)).describe('Key of the reference'),
    doc_id: optional(z.string().min(1)).describe('Id of the document'),
    chunk_id: optional(z.string().min(1)).describe('Id of a hit; its pages are cited too'),
    style: z.enum(citationStyles).default('apa').describe('How to write it'),
  }),
  output: answer({
    citation: z.string().describe('For the list of references; of BibTeX, the entry'),
    in_text: z.string().describe('For the running text'),
    style: z.enum(citationStyles).describe('How it is written'),
    citekey: z.string().describe('Key of the reference'),
    doc_id: z.string().describe('Document it was found by'),
    warnings,
  }),
  async run(context, input) {
    const { document, pages } = await findCited(context, input)
    const known = referenceOf(document.metadata)
    const reference = known ?? bareReference(document)
    const { formatCitation: format } = await import('../../cite/format-citation.ts')
    const { text, inText } = format(reference, input.style, pages)
    return {
      citation: text,
      in_text: inText,
      style: input.style,
      citekey: reference.citekey,
      doc_id: document.id,
      warnings:
        known === null ? [`No reference is known for "${document.title}"; only its title is cited.`] : [],
    }
  },
})

type Named = Scope & {
  citekey?: string | undefined
  doc_id?: string | undefined
  chunk_id?: string | undefined
}

async function findCited(
  context: ToolContext<Services>,
  named: Named,
): Promise<{ document: DocumentSummary; pages: PageSpan | null }> {
  const { engine } = context
  const collections = await collectionsOf(context, named)
  if ([named.citekey, named.doc_id, named.chunk_id].filter(name => name !== undefined).length !== 1)
    throw new Failure(
      'invalid',
      'VALIDATION_ERROR',
      'Exactly one of citekey, doc_id and chunk_id is needed.',
      {
        hint: 'Hits of query_hybrid carry all three.',
        details: { fields: ['citekey', 'doc_id', 'chunk_id'] },
      },
    )
  for (const collection of collections) {
    if (named.chunk_id !== undefined) {
      const found = await engine.catalog.findChunk(collection, named.chunk_id)
      if (found !== null) return { document: found.document, pages: found.chunk.pages }
      continue
    }
    const condition =
      named.doc_id === undefined
        ? { field: 'metadata.citekey', op: 'equals' as const, value: named.citekey ?? '' }
        : await documentIs(named.doc_id, [collection], context)
    const [document] = await engine.catalog.findDocuments(collection, [condition], 1)
    if (document !== undefined) return { document, pages: null }
  }
  const name = named.citekey ?? named.doc_id ?? named.chunk_id
  throw new Failure('not_found', 'VALIDATION_ERROR', `Nothing here is known as "${name}".`, {
    hint: 'Search first: hits carry citekey, doc_id and chunk_id.',
    details: {
      field: named.citekey !== undefined ? 'citekey' : named.doc_id !== undefined ? 'doc_id' : 'chunk_id',
    },
  })
}

/** What can be cited of a document that no reference is known for. */
function bareReference(document: DocumentSummary): Reference {
  const { citekey, authors, year, doi, url } = factsOf(document)
  return {
    ...emptyReference,
    citekey: citekey ?? document.id,
    isCitekeyGenerated: citekey === null,
    title: document.title,
    authors: authors.map(literal => ({ literal })),
    issued: year === null ? null : { year, month: null, day: null },
    doi,
    url,
  }
}
