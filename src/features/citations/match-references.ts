import { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { optional } from '../../core/contract/json-schema.ts'
import type { Document } from '../../core/model/document.ts'
import { Failure } from '../../core/model/failure.ts'
import type { Reference } from '../../core/model/reference.ts'
import { referenceIndex } from './cite/match-reference.ts'
import { findReference } from './describe-source.ts'
import { answerSchema, warnings } from './fields.ts'
import { collectionsOf, scopeFields } from './scope.ts'
import { defineTool, type Services } from './services.ts'

const pageSize = 200
const mostListed = 500

export const matchReferences = defineTool({
  name: 'match_references',
  title: 'Match references',
  description:
    'Give stored documents the references of a bibliography (BibTeX, CSL-JSON, CSL-YAML), matched by DOI, title or file name, or one document the one entry passed. They are then cited by it.',
  asks: [
    'add my bibliography to the library',
    'which reference belongs to this document',
    'author and year of a document are wrong',
    'attach BibTeX to a PDF',
  ],
  access: 'write',
  idempotent: true,
  timeoutMs: 60_000,
  failures: ['INVALID_PROJECT', 'VALIDATION_ERROR'],
  tags: ['citations'],
  longInputs: ['references'],
  input: z.object({
    ...scopeFields,
    references: optional(z.string().min(1)).describe('Text of the bibliography, or of one entry'),
    doc_id: optional(z.string().min(1)).describe('Only this document'),
    clear: z.boolean().default(false).describe('With doc_id: undo its match'),
  }),
  output: answerSchema({
    matched: z
      .array(
        z.object({
          doc_id: z.string().describe('Id of the document'),
          title: z.string().describe('Its title now'),
          citekey: z.string().nullable().describe('Key of its reference; null when it has none'),
        }),
      )
      .describe(`Documents that have a reference now; at most ${mostListed}`),
    matched_count: z.int().describe('How many there are'),
    unmatched_count: z.int().describe('Documents that no entry fits'),
    unused: z.array(z.string()).describe('Keys of entries that fit no document'),
    warnings,
  }),
  async run(context, { references: text, doc_id, clear, ...scope }) {
    const { engine } = context
    if (clear === (text !== undefined) || (clear && doc_id === undefined)) throw oneOf()
    if (clear && doc_id !== undefined) {
      await engine.catalog.correctDocument(doc_id, { reference: null })
      const { id, title, metadata } = await engine.catalog.readDocument(doc_id)
      const citekey = typeof metadata.citekey === 'string' ? metadata.citekey : null
      return { ...nothing, matched: [{ doc_id: id, title, citekey }], matched_count: 1 }
    }
    const read = await context.references.read(rawOf(text ?? ''), context.signal)
    const said = read.refused.map(
      ({ line, entry, reason }) => `${entry ?? `Entry at line ${line}`} was skipped: ${reason}`,
    )
    const known = { ...nothing, warnings: [...read.warnings, ...said].slice(0, 20) }
    if (doc_id !== undefined) {
      const document = await engine.catalog.readDocument(doc_id)
      const match = { document, reference: requireOne(document, read.references) }
      return { ...known, matched: [await store(context, match)], matched_count: 1 }
    }
    return { ...known, ...(await matchAll(context, scope, read.references)) }
  },
})

const nothing = { matched: [], matched_count: 0, unmatched_count: 0, unused: [], warnings: [] }

async function matchAll(
  context: ToolContext<Services>,
  scope: { project?: string | undefined; library?: string | undefined },
  references: readonly Reference[],
) {
  const { engine, progress, signal } = context
  const index = referenceIndex(references)
  const matched: Awaited<ReturnType<typeof store>>[] = []
  let documents = 0
  for (const collection of await collectionsOf(context, scope))
    for (let offset = 0; ; offset += pageSize) {
      const listed = await engine.catalog.listDocuments({ collection, limit: pageSize, offset })
      for (const { id } of listed) {
        signal.throwIfAborted()
        const document = await engine.catalog.readDocument(id)
        const found = findReference(document, index)
        documents += 1
        progress({ done: documents, total: null, message: document.title })
        if (found !== null) matched.push(await store(context, { document, reference: found.reference }))
      }
      if (listed.length < pageSize) break
    }
  const used = new Set(matched.map(({ citekey }) => citekey))
  return {
    matched: matched.slice(0, mostListed),
    matched_count: matched.length,
    unmatched_count: documents - matched.length,
    unused: references.map(({ citekey }) => citekey).filter(citekey => !used.has(citekey)),
  }
}

async function store(
  { engine }: ToolContext<Services>,
  { document, reference }: { document: Document; reference: Reference },
) {
  await engine.catalog.correctDocument(document.id, { reference })
  const { title } = await engine.catalog.readDocument(document.id)
  return { doc_id: document.id, title, citekey: reference.citekey }
}

/** The only entry; of several, the one that fits the document. */
function requireOne(document: Document, references: readonly Reference[]): Reference {
  const [only, ...others] = references
  const found = others.length === 0 ? only : findReference(document, referenceIndex(references))?.reference
  if (found !== undefined) return found
  throw new Failure('invalid', 'VALIDATION_ERROR', `No entry fits "${document.title}".`, {
    hint: 'Pass only the entry that it has.',
    details: { field: 'references' },
  })
}

function rawOf(text: string) {
  const facts = { mediaType: null, charset: null, lastModified: null, fileType: null }
  return { source: 'references', name: 'references', bytes: new TextEncoder().encode(text), ...facts }
}

function oneOf(): Failure {
  return new Failure('invalid', 'VALIDATION_ERROR', 'Pass references, or doc_id with clear.', {
    details: { fields: ['references', 'doc_id', 'clear'] },
  })
}
