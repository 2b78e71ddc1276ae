import { z } from 'zod'
import { chunkLink } from '../../core/addresses/links.ts'
import { answer, project, sparseModel, warnings } from './fields.ts'
import { indexes, payload, payloadKeys, toPayload } from './payload.ts'
import { defineTool } from './services.ts'

const mostSamples = 5

const names = z.array(z.string())

export const inspectCollection = defineTool({
  name: 'inspect_collection',
  title: 'Inspect a project',
  description:
    "Show what a project's collection really holds, counted: size, models, payload fields, indexes, and up to five sample payloads. Use it to check an ingest or to learn which fields can be filtered.",
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
  input: z.object({
    project,
    sample: z
      .int('sample must be a whole number')
      .min(0, 'sample must not be negative')
      .max(1000)
      .default(0)
      .meta({ maximum: mostSamples, description: 'How many sample payloads to return; more are cut to 5' }),
  }),
  output: answer({
    project: z.string().describe('Project id'),
    collection: z.string().describe('Name of its collection'),
    size: z.int().describe('Chunks, counted now'),
    documents: z.int().describe('Documents, counted now'),
    dense_model: z.string().describe('Embedding model it is bound to'),
    embed_model: z.string().describe('The same, as the first contract spells it'),
    sparse_model: z.string().nullable().describe('How words are ranked; null when hybrid is off'),
    dimensions: z.int().describe('Length of its vectors'),
    named_vectors: names.describe('What a chunk can be found by'),
    payload_keys: names.describe('Fields of every payload'),
    indexes: z
      .object({ keyword: names, fulltext: names })
      .describe('Fields that filters and words find through an index'),
    index_counts: z
      .object({ dense: z.int(), sparse: z.int() })
      .describe('Chunks that each index holds, counted now'),
    storage: z
      .object({ on_disk_vectors: z.boolean(), on_disk_hnsw: z.boolean() })
      .describe('Vectors lie on disk; there is no graph index, every search is exact'),
    embedding_model: z
      .object({
        dense_model: z.string(),
        sparse_model: z.string().nullable(),
        project_config_model: z.string().nullable(),
        hybrid_enabled: z.boolean(),
        named_vectors: names,
      })
      .describe('The models once more, as one block'),
    hybrid_enabled: z.boolean().describe('Whether query_hybrid may be used'),
    sample_payloads: z.array(payload).describe('Samples, as the second contract names them'),
    sample: z.array(payload).describe('The same, as the first contract names them'),
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
      storage: { on_disk_vectors: true, on_disk_hnsw: false },
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
      warnings:
        input.sample > mostSamples
          ? [`At most ${mostSamples} samples are shown; ${input.sample} were asked for.`]
          : [],
    }
  },
})
