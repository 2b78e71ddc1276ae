import { z } from 'zod'
import type { Project } from '../../core/catalog/projects.ts'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { VectorItem } from '../../core/ingest/put-vectors.ts'
import type { PageSpan } from '../../core/model/chunk.ts'
import type { Collection } from '../../core/model/collection.ts'
import { Failure } from '../../core/model/failure.ts'
import type { JsonObject, JsonValue } from '../../core/model/json.ts'
import { chooseTarget } from './choose-target.ts'
import { answerSchema, project, warnings } from './fields.ts'
import { defineTool, type Services } from './services.ts'

const mostItems = 500
const fewItems = 100

/** A chunk with its vector, as in the first contract. Metadata may be nested, flat, or both. */
const storedItem = z.object({
  id: z.string().min(1, 'id must not be empty').max(512).describe('Id; a chunk with the same is replaced'),
  text: z.string().min(1, 'text must not be empty').describe('Text of the chunk'),
  embedding: z.array(z.number()).min(1, 'embedding must not be empty').describe('Its vector'),
  metadata: z
    .record(z.string(), z.unknown())
    .default({})
    .describe('Payload: source, zotero, doc, embed_model, version, or flat fields'),
})

type StoredItem = z.infer<typeof storedItem>

export const storeChunks = defineTool({
  name: 'store_chunks',
  title: 'Store chunks with their vectors',
  description:
    'Store chunks with precomputed embeddings, all or none; a chunk with an existing id is replaced. Use ingest_from_source to let the server convert, chunk and embed documents.',
  asks: [
    'store my own embeddings',
    'insert precomputed vectors',
    'add text pieces that are already embedded',
    'push chunks from an external pipeline',
  ],
  access: 'write',
  idempotent: true,
  timeoutMs: 15_000,
  failures: ['INVALID_PROJECT', 'EMBEDDING_MISMATCH', 'VALIDATION_ERROR'],
  positionals: ['project'],
  tags: ['ingest', 'citations'],
  longInputs: ['items'],
  input: z.object({
    project,
    items: z
      .array(storedItem)
      .min(1, 'items must not be empty')
      .max(mostItems, `items must be at most ${mostItems} in one call`)
      .describe('100 to 500 chunks; fewer are stored with a warning'),
    force_rebuild: z
      .boolean()
      .default(false)
      .describe('Move to another embedding model; the old version is searched until all have new vectors'),
  }),
  output: answerSchema({
    chunks_written: z.int().describe('Chunks stored by this call'),
    project: z.string().describe('Project id'),
    embed_model: z.string().describe('Embedding model of the stored vectors'),
    dense_model: z.string().describe('Same value, under the name of the second contract'),
    warnings,
  }),
  async run(context, input) {
    const chosen = await context.engine.projects.require(input.project)
    const binding = bindingOf(input.items, chosen)
    const notes = input.items.length < fewItems ? [fewNote(input.items.length)] : []
    const { collection: target, replaces } = await chooseTarget(context.engine, chosen, {
      ...binding,
      mayRebuild: input.force_rebuild,
    })
    await context.engine.putVectors(input.items.map(toVectorItem), target, context.signal)
    if (replaces !== null) notes.push(await tryFinish(context, chosen, target))
    return {
      chunks_written: new Set(input.items.map(item => item.id)).size,
      project: chosen.id,
      embed_model: target.model,
      dense_model: target.model,
      warnings: notes,
    }
  },
})

/** All items of a call must have the same model: the one they name, otherwise the project's. */
function bindingOf(
  items: readonly StoredItem[],
  { model, dimensions }: Project,
): { model: string; dimensions: number } {
  const models = new Set(items.map(item => embedModelOf(item) ?? model))
  const [only] = models
  if (models.size !== 1 || only === undefined)
    throw new Failure(
      'conflict',
      'EMBEDDING_MISMATCH',
      `The items name several embedding models: ${[...models].join(', ')}.`,
      { hint: 'Send the items of one model per call; a project contains vectors of one model only.' },
    )
  return only === model
    ? { model, dimensions }
    : { model: only, dimensions: items[0]?.embedding.length ?? dimensions }
}

function embedModelOf({ metadata }: StoredItem): string | null {
  return textOf(metadata.embed_model)
}

/** Maps the metadata to the names that filters and citations use. Other fields are dropped. */
function toVectorItem({ id, text, embedding, metadata }: StoredItem): VectorItem {
  const source = objectOf(metadata.source)
  const zotero = objectOf(metadata.zotero)
  const doc = objectOf(metadata.doc)
  const sectionPath = textsOf(doc.section_path) ?? textsOf(metadata.section_path) ?? []
  const section = textOf(doc.section) ?? textOf(metadata.section)
  const title = textOf(metadata.title) ?? textOf(source.title) ?? textOf(zotero.title) ?? id
  const known: Record<string, JsonValue | null> = {
    stored_id: id,
    type: textOf(metadata.type) ?? textOf(zotero.type),
    doc_id: textOf(metadata.doc_id) ?? textOf(doc.doc_id) ?? textOf(doc.id),
    source_path: textOf(metadata.source_path) ?? textOf(source.path),
    citekey: textOf(metadata.citekey) ?? textOf(zotero.citekey),
    authors: textsOf(metadata.authors) ?? textsOf(zotero.authors),
    year: yearOf(metadata.year) ?? yearOf(zotero.year),
    doi: (textOf(metadata.doi) ?? textOf(zotero.doi))?.toLowerCase() ?? null,
    url: textOf(metadata.url) ?? textOf(zotero.url),
    tags: textsOf(metadata.tags) ?? textsOf(zotero.tags),
    collections: textsOf(metadata.collections) ?? textsOf(zotero.collections),
    reference_language: textOf(metadata.language) ?? textOf(zotero.language),
    zotero_item_key: textOf(metadata.zotero_item_key) ?? textOf(zotero.item_key),
    zotero_attachment_key: textOf(metadata.zotero_attachment_key) ?? textOf(zotero.attachment_key),
    annotation: isObject(zotero.annotation) ? zotero.annotation : null,
    payload_version: textOf(metadata.version),
    section,
  }
  return {
    id,
    text,
    vector: Float32Array.from(embedding),
    title,
    pages: pagesOf(metadata, doc),
    sectionPath: sectionPath.length === 0 && section !== null ? [section] : sectionPath,
    metadata: Object.fromEntries(Object.entries(known).filter(([, value]) => value !== null)),
  }
}

function pagesOf(metadata: Record<string, unknown>, doc: JsonObject): PageSpan | null {
  const span = Array.isArray(doc.page_span) ? doc.page_span : [metadata.page_start, metadata.page_end]
  const [first, last] = [pageOf(span[0]), pageOf(span[1]) ?? pageOf(span[0])]
  if (first === null || last === null || last < first) return null
  return { first, last, firstLabel: null, lastLabel: null }
}

function pageOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isInteger(value) && value >= 1 ? value : null
}

function yearOf(value: unknown): number | null {
  const year = typeof value === 'string' && /^\d{4}$/.test(value) ? Number(value) : value
  return typeof year === 'number' && Number.isInteger(year) ? year : null
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' ? value : null
}

function textsOf(value: unknown): string[] | null {
  if (!Array.isArray(value)) return null
  return value.filter(entry => typeof entry === 'string')
}

function objectOf(value: unknown): JsonObject {
  return isObject(value) ? value : {}
}

function isObject(value: unknown): value is JsonObject {
  return value !== null && typeof value === 'object' && !Array.isArray(value)
}

/** Switches the project to the new version once every chunk of the old one has a new vector. */
async function tryFinish(
  { engine, signal, progress }: ToolContext<Services>,
  chosen: Project,
  target: Collection,
): Promise<string> {
  const collection = await engine.catalog.getCollection(chosen.collection)
  if (collection === null) return 'The project was removed during the call.'
  // Chunks that this server's own model can embed need not be sent again.
  if (engine.model.id === target.model)
    await engine.rebuild.carryOver(collection, target, { signal, progress })
  const missing = await engine.rebuild.missing(collection, target)
  if (missing.length > 0)
    return `${missing.length} chunks still have no vector of "${target.model}"; the version with "${collection.model}" is searched until all have one. Send them with force_rebuild too.`
  await engine.rebuild.finish(collection, target)
  return `The project is now searched with vectors of "${target.model}".`
}

function fewNote(count: number): string {
  return `${count} items were stored; batches of ${fewItems} to ${mostItems} are faster.`
}
