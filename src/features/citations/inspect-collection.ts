import { z } from 'zod'
import { chunkLink } from '../../core/addresses/links.ts'
import { pageLabelSource } from '../../core/contract/page-label-field.ts'
import { sayWaiting } from '../../core/model/collection.ts'
import { labelSourceOf } from '../../core/model/page-label.ts'
import type { LoadedChunk } from '../../core/ports/store.ts'
import { documentFacts, pageLabelsOf, pageSpanOf, sectionOf } from './document-facts.ts'
import { answerSchema, project, sparseModel, warnings } from './fields.ts'
import { trimText } from './item.ts'
import { defineTool } from './services.ts'
import { warnOfVersions } from './warn-of-versions.ts'

const mostSamples = 5
const names = z.array(z.string())
const text = z.string()

/** A stored chunk in the fields of both contracts: flat (second contract) and nested (first contract). */
const payload = z.object({
  id: text.describe('Id passed to store_chunks, or the id of the chunk'),
  project_id: text.describe('Project it belongs to'),
  doc_id: text.describe('Id of its document'),
  section_path: z.array(text).describe('Headings above it, outermost first'),
  page_start: z.int().nullable().describe('First physical page, from 1'),
  page_end: z.int().nullable().describe('Last physical page'),
  citekey: text.nullable().describe('Key of its reference'),
  doi: text.nullable().describe('DOI of its reference'),
  year: z.int().nullable().describe('Year of publication'),
  authors: z.array(text).describe('Authors of its reference'),
  title: text.describe('Title of its document'),
  tags: z.array(text).describe('Tags of its reference'),
  source_path: text.describe('Where its document came from'),
  chunk_text: text.describe('Its text, shortened as in search results'),
  heading_chain: text.describe('section_path joined with " > "'),
  embed_model: text.describe('Embedding model of its vector'),
  version: text.describe('Version of these fields'),
  project: text.describe('The same as project_id'),
  source: z.object({ path: text, title: text }).describe('Where its document came from'),
  zotero: z
    .object({
      citekey: text.nullable(),
      tags: z.array(text),
      item_key: text.nullable(),
      attachment_key: text.nullable(),
      annotation: z.record(z.string(), z.unknown()).nullable(),
    })
    .describe('Metadata from the reference manager'),
  doc: z
    .object({
      page_span: z.array(z.int()).nullable(),
      page_labels: z.array(text).nullable(),
      page_label_source: pageLabelSource,
      section: text.nullable(),
      section_path: z.array(text),
    })
    .describe('Its place in the document'),
  fulltext: text.describe('The same as chunk_text'),
})

export const inspectCollection = defineTool({
  name: 'inspect_collection',
  title: 'Inspect a project',
  description:
    "Return statistics of a project's collection: size, models, payload fields, indexes and sample payloads. Shows which fields can be filtered.",
  asks: [
    'what does a project contain',
    'statistics of a project',
    'which model and index does a project use',
    'sample entries of a project',
    'which metadata fields can be filtered',
  ],
  access: 'read',
  pages: {
    of: ['sample_payloads', 'sample', 'payload_keys'],
    texts: ['chunk_text', 'fulltext'],
    linkItem: chunkLink,
  },
  timeoutMs: 5_000,
  failures: ['INVALID_PROJECT', 'INDEX_UNAVAILABLE'],
  positionals: ['project'],
  tags: ['citations'],
  version: '1.1.0',
  input: z.object({
    project,
    sample: z
      .int('sample must be a whole number')
      .min(0, 'sample must not be negative')
      .max(1000)
      .default(0)
      .meta({ maximum: mostSamples, description: 'Sample payloads to return, at most 5' }),
  }),
  output: answerSchema({
    project: z.string().describe('Project id'),
    collection: z.string().describe('Name of its collection'),
    size: z.int().describe('Chunks, counted now'),
    documents: z.int().describe('Documents, counted now'),
    dense_model: z.string().describe('Embedding model it is bound to'),
    embed_model: z.string().describe('Same value, under the name of the first contract'),
    sparse_model: z.string().nullable().describe('Ranking by words; null when hybrid is off'),
    dimensions: z.int().describe('Dimensions of its vectors'),
    named_vectors: names.describe('Indexes that a chunk can be found by'),
    payload_keys: names.describe('Fields of every payload'),
    indexes: z
      .object({ keyword: names, fulltext: names })
      .describe('Fields with an index, for filters and for words'),
    index_counts: z.object({ dense: z.int(), sparse: z.int() }).describe('Chunks in each index, counted now'),
    storage: z
      .object({ on_disk_vectors: z.boolean(), on_disk_hnsw: z.boolean() })
      .describe('on_disk_hnsw: large searches by meaning use an HNSW index; otherwise every search is exact'),
    embedding_model: z
      .object({
        dense_model: z.string(),
        sparse_model: z.string().nullable(),
        project_config_model: z.string().nullable(),
        hybrid_enabled: z.boolean(),
        named_vectors: names,
      })
      .describe('The same models, as one object'),
    hybrid_enabled: z.boolean().describe('Whether query_hybrid may be used'),
    sample_payloads: z.array(payload).describe('Samples, under the name of the second contract'),
    sample: z.array(payload).describe('Same samples, under the name of the first contract'),
    warnings,
  }),
  async run({ engine }, input) {
    const chosen = await engine.projects.require(input.project)
    const count = await engine.catalog.countIndexes(chosen.collection)
    const samples = await engine.catalog.sampleChunks(chosen.collection, Math.min(input.sample, mostSamples))
    const { id, collection, model, dimensions, hybrid, maxChars } = chosen
    const payloads = samples.map(chunk => toPayload(chunk, { project: id, model, maxChars }))
    const named = hybrid ? ['dense', 'sparse'] : ['dense']
    const sparse = hybrid ? sparseModel : null
    return {
      project: id,
      collection,
      size: count.chunks,
      documents: count.documents,
      dense_model: model,
      embed_model: model,
      sparse_model: sparse,
      dimensions,
      named_vectors: named,
      payload_keys: [...payloadKeys],
      indexes: { keyword: [...indexes.keyword], fulltext: [...indexes.fulltext] },
      index_counts: { dense: count.vectors, sparse: count.lexical },
      storage: { on_disk_vectors: true, on_disk_hnsw: count.hasGraph === true },
      embedding_model: {
        dense_model: model,
        sparse_model: sparse,
        project_config_model: chosen.embedder,
        hybrid_enabled: hybrid,
        named_vectors: named,
      },
      hybrid_enabled: hybrid,
      sample_payloads: payloads,
      sample: payloads,
      warnings: [
        ...(input.sample > mostSamples
          ? [`At most ${mostSamples} samples are returned; ${input.sample} were requested.`]
          : []),
        ...(count.unfed === undefined ? [] : [sayWaiting(count.unfed)]),
        ...(await warnOfVersions(engine.catalog, collection)),
      ],
    }
  },
})

const payloadKeys: readonly string[] = Object.keys(payload.shape).filter(key => key !== 'id')

/** Fields with an index for filters, by the names of both contracts. */
const indexes = {
  keyword: [
    'project_id',
    'doc_id',
    'citekey',
    'year',
    'tags',
    'type',
    'zotero_item_key',
    'zotero_attachment_key',
    'project',
    'zotero.tags',
  ],
  fulltext: ['chunk_text', 'fulltext'],
} as const

/** The version of the payload fields. */
const payloadVersion = '1'

function toPayload(
  { chunk, document, text }: LoadedChunk,
  of: { project: string; model: string; maxChars: number },
): z.infer<typeof payload> {
  const facts = documentFacts(document)
  const shown = trimText(text, of.maxChars)
  return {
    id: facts.storedId ?? chunk.id,
    project_id: of.project,
    doc_id: facts.docId,
    section_path: chunk.sectionPath,
    page_start: chunk.pages?.first ?? null,
    page_end: chunk.pages?.last ?? null,
    citekey: facts.citekey,
    doi: facts.doi,
    year: facts.year,
    authors: facts.authors,
    title: facts.title,
    tags: facts.tags,
    source_path: facts.sourcePath,
    chunk_text: shown,
    heading_chain: chunk.sectionPath.join(' > '),
    embed_model: of.model,
    version: payloadVersion,
    project: of.project,
    source: { path: facts.sourcePath, title: facts.title },
    zotero: {
      citekey: facts.citekey,
      tags: facts.tags,
      item_key: facts.itemKey,
      attachment_key: facts.attachmentKey,
      annotation: facts.annotation,
    },
    doc: {
      page_span: pageSpanOf(chunk),
      page_labels: pageLabelsOf(chunk),
      page_label_source: labelSourceOf(chunk.pages, document.pageLabelSource),
      section: sectionOf(facts, chunk),
      section_path: chunk.sectionPath,
    },
    fulltext: shown,
  }
}
