import { z } from 'zod'
import type { Project } from '../../core/catalog/projects.ts'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { Collection } from '../../core/model/collection.ts'
import { Failure } from '../../core/model/failure.ts'
import { answer, project, warnings } from './fields.ts'
import { mismatch } from './mismatch.ts'
import type { Services } from './services.ts'
import { defineTool } from './services.ts'
import { embedModelOf, type StoredItem, storedItem, toVectorItem } from './stored-item.ts'

const mostItems = 500
const fewItems = 100

export const storeChunks = defineTool({
  name: 'store_chunks',
  title: 'Store chunks with their vectors',
  description:
    'Store chunks that come with their own embeddings, up to 500 a call, all or none; an id that is sent again is replaced. Use ingest_from_source to let the server convert, cut and embed documents.',
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
      .describe(
        'Move the project to another embedding model: the old version answers until every chunk has its new vector',
      ),
  }),
  output: answer({
    chunks_written: z.int().describe('Chunks stored by this call'),
    project: z.string().describe('Project id'),
    embed_model: z.string().describe('Model the stored vectors are bound to'),
    dense_model: z.string().describe('The same, as the second contract spells it'),
    warnings,
  }),
  async run(context, input) {
    const chosen = await context.engine.projects.require(input.project)
    const binding = bindingOf(input.items, chosen)
    const notes = input.items.length < fewItems ? [fewNote(input.items.length)] : []
    const target = await targetOf(context, chosen, binding, input.force_rebuild)
    await context.engine.putVectors(input.items.map(toVectorItem), target, context.signal)
    if (target.name !== chosen.collection) notes.push(await tryFinish(context, chosen, target))
    return {
      chunks_written: new Set(input.items.map(item => item.id)).size,
      project: chosen.id,
      embed_model: target.model,
      dense_model: target.model,
      warnings: notes,
    }
  },
})

/** One call, one model: what the items say, or else what the project is bound to. */
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
      { hint: 'Send the items of one model in one call; a project holds vectors of one model only.' },
    )
  return only === model
    ? { model, dimensions }
    : { model: only, dimensions: items[0]?.embedding.length ?? dimensions }
}

/** The collection to write to: the project's own, or the version that is being built for another model. */
async function targetOf(
  { engine }: ToolContext<Services>,
  chosen: Project,
  binding: { model: string; dimensions: number },
  mayRebuild: boolean,
): Promise<Collection> {
  const collection = await engine.catalog.bindCollection(chosen.collection, binding)
  if (collection.model === binding.model) return collection
  if (mayRebuild) return engine.rebuild.begin(collection, binding)
  throw mismatch(chosen, binding.model)
}

/** Once every chunk of the old version has its new vector, the new version answers. */
async function tryFinish(
  { engine, signal, progress }: ToolContext<Services>,
  chosen: Project,
  target: Collection,
): Promise<string> {
  const collection = await engine.catalog.getCollection(chosen.collection)
  if (collection === null) return 'The project was removed meanwhile.'
  // What this server's own model can embed need not be sent again.
  if (engine.model.id === target.model)
    await engine.rebuild.carryOver(collection, target, { signal, progress })
  const missing = await engine.rebuild.missing(collection, target)
  if (missing.length > 0)
    return `${missing.length} chunks still lack a vector of "${target.model}"; the version of "${collection.model}" answers until all have one. Send them with force_rebuild too.`
  await engine.rebuild.finish(collection, target)
  return `The project now answers with vectors of "${target.model}".`
}

function fewNote(count: number): string {
  return `${count} items were stored; batches of ${fewItems} to ${mostItems} are quicker.`
}
