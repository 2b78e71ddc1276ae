import { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { collectionNotFound, isUnfinished } from '../../core/model/collection.ts'
import { abortFailure, Failure } from '../../core/model/failure.ts'
import { sha256 } from '../../core/model/identity.ts'
import type { ChosenModel } from '../../core/ports/model-shelf.ts'
import { bundled, idOf } from './recommended.ts'
import { defineTool, type Services } from './services.ts'

const output = z.object({
  status: z.enum(['done', 'running']).describe('running: not finished, the same call joins it'),
  model: z.string().describe('The model'),
  kind: z.enum(['embedding', 'reranker']).describe('What it does'),
  libraries: z.array(z.string()).describe('Libraries that were embedded again'),
  chunks: z.int().describe('How many passages they have'),
  warnings: z.array(z.string()).describe('What does not use the model, and why'),
  job_id: z.string().optional().describe('Id of the job while status is running'),
})

type Answer = z.infer<typeof output>

export const useModel = defineTool({
  name: 'use_model',
  title: 'Use a model',
  description:
    'Search with another embedding model, or rerank with a cross-encoder, that is in the home. All libraries, or one, are embedded again in the background and searched with the old vectors until then.',
  asks: [
    'switch to another embedding model',
    'use a multilingual model',
    'embed a library again',
    'turn the reranker on or off',
  ],
  access: 'write',
  concerns: 'server',
  idempotent: true,
  timeoutMs: 60_000,
  outlives: true,
  failures: ['MODEL_NOT_ADDED', 'MODEL_DAMAGED', 'MODEL_SWITCHING', 'COLLECTION_NOT_FOUND', 'CONFLICT'],
  positionals: ['model'],
  tags: ['models'],
  shell: {
    aliases: [
      {
        words: ['model', 'use'],
        group: 'Models',
        summary: 'Search with another model; libraries are embedded again while the old vectors are searched',
        details:
          'Interrupted work is continued by the same command. quire jobs cancel ends it, and the old model stays. A reranker is used at once, by processes that are started after this; "none" turns it off.',
        examples: [
          { line: 'quire model use multilingual-e5-small', says: 'For all libraries' },
          { line: 'quire model use gte-small --library papers', says: 'For one library' },
        ],
      },
    ],
    render: async () => (await import('./render-use.ts')).renderUse,
  },
  input: z.object({
    model: z
      .string()
      .trim()
      .min(1, 'model must not be empty')
      .describe('A model in the home, gte-small, or none (no reranker)'),
    library: z
      .string()
      .min(1, 'library must not be empty')
      .nullable()
      .default(null)
      .describe('Library or project to embed again; null: all'),
  }),
  output,
  async run(context, input) {
    if (input.model === 'none') return useReranker(null, context)
    const found = input.model === bundled.name ? bundled : await context.models.find(idOf(input.model))
    if (found === null) throw notAdded(input.model)
    if (found.name !== bundled.name) await context.models.verify(found, context.signal)
    if (found.kind === 'reranker') return useReranker(found, context)
    return useEmbedder(found, input.library, context)
  },
})

async function useReranker(
  chosen: (ChosenModel & { name: string }) | null,
  { models }: Pick<Services, 'models'>,
): Promise<Answer> {
  await models.use({ reranker: chosen && { choice: chosen.choice, id: chosen.id } })
  return { ...nothingMoved, model: chosen?.name ?? 'none', kind: 'reranker' }
}

const nothingMoved: Answer = {
  status: 'done',
  model: '',
  kind: 'embedding',
  libraries: [],
  chunks: 0,
  warnings: [],
}

async function useEmbedder(
  { name, choice, id }: ChosenModel & { name: string },
  library: string | null,
  context: ToolContext<Services>,
): Promise<Answer> {
  const { engine, models, signal, progress, caller, correlationId, patienceMs } = context
  const collection = library === null ? null : await collectionOf(library, context)
  const key = sha256(JSON.stringify(['use_model', choice, collection]))
  await refuseWhileSwitching({ model: name, library }, context)
  const result = await engine.jobs.run({
    key,
    kind: 'use_model',
    title: `Embed ${library ?? 'all libraries'} with ${name}`,
    collection,
    input: { model: name, library },
    isRepeatable: true,
    caller,
    correlationId,
    patienceMs,
    signal,
    progress,
    async work(job) {
      const request = { collections: collection === null ? null : [collection], choice }
      const chosen = { choice, id }
      if (collection === null) await models.use({ next: chosen })
      try {
        const report = await engine.switchModel(request, job)
        if (collection === null) await models.use({ embedder: chosen, next: null })
        return { libraries: report.collections, chunks: report.chunks }
      } catch (error) {
        const isCancelled = job.signal.aborted && abortFailure(job.signal).kind === 'cancelled'
        if (isCancelled && collection === null) await models.use({ next: null })
        throw error
      }
    },
  })
  const answer = { ...nothingMoved, model: name }
  if (result.state === 'running') return { ...answer, status: 'running', job_id: result.id }
  return { ...answer, ...result.value, warnings: library === null ? await warningsFor(context) : [] }
}

/** Two switches would undo each other. One that was interrupted is given up for this one. */
async function refuseWhileSwitching(
  wanted: { model: string; library: string | null },
  { engine, signal }: ToolContext<Services>,
): Promise<void> {
  const live = await engine.jobs.list({ states: ['running', 'interrupted'], limit: 100 })
  for (const { id, kind, state, input } of live) {
    const isOther = input.model !== wanted.model || input.library !== wanted.library
    if (kind !== 'use_model' || !isOther) continue
    if (state === 'running')
      throw new Failure(
        'conflict',
        'MODEL_SWITCHING',
        `A switch to the model "${input.model}" is under way.`,
        {
          hint: `Wait until it is done, or cancel it: cancel_job(job_id="${id}").`,
          details: { job_id: id },
        },
      )
    await engine.jobs.cancel(id, signal)
  }
}

/** The collection of a library or project. Settings of a project that name a model decide for it. */
async function collectionOf(library: string, { engine }: Pick<Services, 'engine'>): Promise<string> {
  const all = await engine.catalog.listCollections({ includeIsolated: true })
  const found = all.find(({ name, project }) => !isUnfinished(name) && [name, project?.id].includes(library))
  if (found === undefined) throw collectionNotFound(library, all)
  const model = found.project?.embedder ?? null
  if (model === null) return found.name
  throw new Failure(
    'conflict',
    'CONFLICT',
    `The settings of the project '${found.project?.id}' name the model "${model}".`,
    { hint: 'Change the model in the settings of the project.' },
  )
}

/** What does not follow a switch of all libraries. */
async function warningsFor({ engine, modelInUse }: Services): Promise<string[]> {
  const all = await engine.catalog.listCollections({ includeIsolated: true })
  const own = all.flatMap(({ project }) =>
    project !== null && project.embedder !== null
      ? [`The project "${project.id}" keeps the model that its settings name: ${project.embedder}.`]
      : [],
  )
  const isSet = (await modelInUse()) === null
  return isSet ? [...own, 'New libraries use the model that the setting embedder.model names.'] : own
}

function notAdded(model: string): Failure {
  return new Failure('not_found', 'MODEL_NOT_ADDED', `The model "${model}" is not in the home.`, {
    hint: `Fetch it with: quire model add ${model}`,
    details: { model },
  })
}
