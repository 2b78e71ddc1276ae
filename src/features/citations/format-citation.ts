import { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { optional } from '../../core/contract/json-schema.ts'
import type { PageSpan } from '../../core/model/chunk.ts'
import type { DocumentSummary } from '../../core/model/document.ts'
import { Failure, sayFailure } from '../../core/model/failure.ts'
import { emptyReference, type Reference, referenceOf } from '../../core/model/reference.ts'
import { nearest } from '../../core/text/nearest.ts'
import { citedPagesOf, documentFacts } from './document-facts.ts'
import { answerSchema, warnings } from './fields.ts'
import { loadProjectReferences } from './load-references.ts'
import { collectionsOf, documentIs, type SearchScope, scopeFields } from './scope.ts'
import { defineTool, type Services } from './services.ts'

export const citationStyles = ['apa', 'vancouver', 'harvard', 'bibtex'] as const

export type CitationStyle = (typeof citationStyles)[number]

export const formatCitation = defineTool({
  name: 'format_citation',
  title: 'Format a citation',
  description:
    'Write a reference in APA, Vancouver, Harvard or BibTeX, with the form for the running text. Identify it by citekey, doc_id, or the chunk_id of a hit, whose pages are then cited.',
  asks: [
    'write a reference',
    'bibliography entry or footnote for a source',
    'cite this paper in APA style',
    'reference list entry in Harvard or Vancouver style',
    'BibTeX for a document',
  ],
  access: 'read',
  pages: { of: ['citation', 'warnings'] },
  timeoutMs: 5_000,
  failures: ['INVALID_PROJECT', 'VALIDATION_ERROR'],
  positionals: ['citekey'],
  tags: ['citations'],
  version: '1.1.0',
  shell: {
    aliases: [
      {
        words: ['cite'],
        group: 'Projects',
        summary: 'Write a reference in APA, Vancouver, Harvard or BibTeX',
        examples: [
          { line: 'quire cite martin2017 --project thesis', says: 'In APA' },
          { line: 'quire cite martin2017 --project thesis --style bibtex >> refs.bib', says: 'As BibTeX' },
        ],
      },
    ],
    render: async () => (await import('./render.ts')).renderCitation,
  },
  input: z.object({
    ...scopeFields,
    citekey: optional(z.string().min(1)).describe('Key of the reference'),
    doc_id: optional(z.string().min(1)).describe('Id of the document'),
    chunk_id: optional(z.string().min(1)).describe('Id of a hit; its pages are cited as well'),
    style: z.enum(citationStyles).default('apa').describe('Citation style'),
  }),
  output: answerSchema({
    citation: z.string().describe('For the list of references; in BibTeX, the entry'),
    in_text: z.string().describe('For the running text'),
    style: z.enum(citationStyles).describe('Citation style'),
    citekey: z.string().describe('Key of the reference'),
    doc_id: z.string().nullable().describe('Document of the reference; null when it has none'),
    warnings,
  }),
  async run(context, input) {
    const found = await findCited(context, input)
    const { document, pages } = found
    const known = document === null ? found.reference : referenceOf(document.metadata)
    const reference = document === null ? found.reference : (known ?? bareReference(document))
    const { writeCitation } = await import('./cite/write-citation.ts')
    const cited = document && citedPagesOf({ pages }, document)
    const { text, inText } = writeCitation(reference, input.style, cited)
    return {
      citation: text,
      in_text: inText,
      style: input.style,
      citekey: reference.citekey,
      doc_id: document?.id ?? null,
      warnings: warningsFor(document, known),
    }
  },
})

type Named = SearchScope & {
  citekey?: string | undefined
  doc_id?: string | undefined
  chunk_id?: string | undefined
}

/** A document of the collection, or an entry of the project's references file that has no document. */
type Cited =
  | { document: DocumentSummary; pages: PageSpan | null; reference: null }
  | { document: null; pages: null; reference: Reference }

function warningsFor(document: DocumentSummary | null, known: Reference | null): string[] {
  if (document === null)
    return ['No document of the project has this reference; it is cited from the references file.']
  return known === null ? [`No reference is known for "${document.title}"; only its title is cited.`] : []
}

async function findCited(context: ToolContext<Services>, named: Named): Promise<Cited> {
  const { engine } = context
  const collections = await collectionsOf(context, named)
  if ([named.citekey, named.doc_id, named.chunk_id].filter(name => name !== undefined).length !== 1)
    throw new Failure(
      'invalid',
      'VALIDATION_ERROR',
      'Exactly one of citekey, doc_id and chunk_id is required.',
      {
        hint: 'Hits of query_hybrid contain all three.',
        details: { fields: ['citekey', 'doc_id', 'chunk_id'] },
      },
    )
  for (const collection of collections) {
    if (named.chunk_id !== undefined) {
      const found = await engine.catalog.findChunk(collection, named.chunk_id)
      if (found !== null) return { document: found.document, pages: found.chunk.pages, reference: null }
      continue
    }
    const condition =
      named.doc_id === undefined
        ? { field: 'metadata.citekey', op: 'equals' as const, value: named.citekey ?? '' }
        : await documentIs(named.doc_id, [collection], context)
    const [document] = await engine.catalog.findDocuments(collection, [condition], 1)
    if (document !== undefined) return { document, pages: null, reference: null }
  }
  const listed = await listedIn(context, named)
  if (listed.reference !== null) return { document: null, pages: null, reference: listed.reference }
  const name = named.citekey ?? named.doc_id ?? named.chunk_id
  throw new Failure('not_found', 'VALIDATION_ERROR', `No document or reference matches "${name}".`, {
    hint: listed.hint ?? 'Search first: hits contain citekey, doc_id and chunk_id.',
    details: {
      field: named.citekey !== undefined ? 'citekey' : named.doc_id !== undefined ? 'doc_id' : 'chunk_id',
    },
  })
}

/** Finds the entry in the project's references file; otherwise returns a hint. */
async function listedIn(
  context: ToolContext<Services>,
  { project, citekey }: Named,
): Promise<{ reference: Reference | null; hint: string | null }> {
  if (citekey === undefined || project === undefined) return { reference: null, hint: null }
  const found = await context.engine.projects.require(project)
  if (found.references === null) return { reference: null, hint: null }
  try {
    const { index } = await loadProjectReferences(context, found)
    const reference = index.byCitekey.get(citekey) ?? null
    const meant = nearest(citekey, [...index.byCitekey.keys()])
    return { reference, hint: meant === null ? null : `Did you mean ${meant}?` }
  } catch (error) {
    if (!(error instanceof Failure) || context.signal.aborted) throw error
    return { reference: null, hint: `The references of the project could not be read: ${sayFailure(error)}` }
  }
}

/** Builds a reference from a document that has none. */
function bareReference(document: DocumentSummary): Reference {
  const { citekey, authors, year, doi, url } = documentFacts(document)
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
