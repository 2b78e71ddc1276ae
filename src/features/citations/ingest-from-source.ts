import { z } from 'zod'
import type { Project } from '../../core/catalog/projects.ts'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { nullDefault, optional } from '../../core/contract/json-schema.ts'
import { Failure } from '../../core/model/failure.ts'
import { sha256 } from '../../core/model/identity.ts'
import type { JobItem } from '../../core/model/job.ts'
import type { JsonObject } from '../../core/model/json.ts'
import type { Progress } from '../../core/model/progress.ts'
import { answerSchema, project, warnings } from './fields.ts'
import type { SourceReport } from './ingest-source.ts'
import { defineTool, type Services } from './services.ts'

const texts = z.array(z.string().min(1))

/** The schema of `options` of ingest_from_source. */
const ingestOptions = z
  .strictObject({
    ocr_languages: optional(texts).describe('Languages of scanned pages, most likely first: "en", "de"'),
    references_path: optional(z.string().min(1)).describe(
      "References file instead of the project's: CSL or BibTeX",
    ),
    force_rebuild: z.boolean().default(false).describe('Read all again, with a changed embedding model'),
    create_project: z.boolean().default(false).describe('Create the project if there is none'),
    collection_key: optional(z.string().min(1)).describe('zotero: key of the collection to ingest'),
    collection: optional(z.string().min(1)).describe('zotero: its name instead'),
    include_subcollections: z.boolean().default(true).describe('zotero: include subcollections'),
    include_tags: texts.default([]).describe('zotero: only items whose tags contain one of these'),
    exclude_tags: texts.default([]).describe('zotero: no items whose tags contain one of these'),
    include_annotations: optional(z.boolean()).describe('zotero: also highlights and notes'),
    prefer_zotero_fulltext: optional(z.boolean()).describe('zotero: use its text of unreadable files'),
    zotero_config: optional(
      z.strictObject({
        library_id: optional(z.string().min(1)),
        library_type: optional(z.enum(['user', 'group'])),
        api_key: optional(z.string().min(1)),
        local: optional(z.boolean()),
      }),
    ).describe('zotero: not the configured library but this one'),
  })
  .nullable()
  .default(null)
  .transform(options => options ?? { ...defaults })
  .meta({
    ...nullDefault,
    description: 'Those marked zotero require source "zotero"',
  })

export type IngestOptions = {
  ocr_languages?: string[] | undefined
  references_path?: string | undefined
  force_rebuild: boolean
  create_project: boolean
  collection_key?: string | undefined
  collection?: string | undefined
  include_subcollections: boolean
  include_tags: string[]
  exclude_tags: string[]
  include_annotations?: boolean | undefined
  prefer_zotero_fulltext?: boolean | undefined
  zotero_config?:
    | {
        library_id?: string | undefined
        library_type?: 'user' | 'group' | undefined
        api_key?: string | undefined
        local?: boolean | undefined
      }
    | undefined
}

const defaults: IngestOptions = {
  force_rebuild: false,
  create_project: false,
  include_subcollections: true,
  include_tags: [],
  exclude_tags: [],
}

export const ingestFromSource = defineTool({
  name: 'ingest_from_source',
  title: 'Ingest into a project',
  description:
    'Convert, chunk, embed and store a file, a folder or a Zotero collection into a project, with the metadata of its references. Skips unchanged documents. After 15 seconds it returns TIMEOUT with a job_id; repeat the call to join it.',
  asks: [
    'import from Zotero',
    'sync my reference manager',
    'add papers with their references',
    'load literature into a project',
    'ingest a folder of PDFs with a BibTeX file',
  ],
  access: 'write',
  idempotent: true,
  openWorld: true,
  version: '1.1.0',
  timeoutMs: 15_000,
  outlives: true,
  failures: ['INVALID_PROJECT', 'EMBEDDING_MISMATCH', 'JOB_RUNNING', 'VALIDATION_ERROR'],
  positionals: ['project', 'source'],
  tags: ['ingest', 'citations'],
  shell: { render: async () => (await import('./render.ts')).renderSource },
  input: z.object({
    project,
    source: z
      .string()
      .trim()
      .min(1, 'source must not be empty')
      .describe('Path of a file or folder on the server, or "zotero"'),
    options: ingestOptions,
  }),
  output: answerSchema({
    chunks_written: z.int().describe('Chunks stored by this run'),
    documents_processed: z.int().describe('Documents processed, including unchanged ones'),
    project: z.string().describe('Project id'),
    dense_model: z.string().describe('Embedding model the project is bound to'),
    embed_model: z.string().describe('Same value, under the name of the first contract'),
    sparse_model: z.string().nullable().describe('Ranking by words; null when hybrid is off'),
    duration_seconds: z.number().describe('Duration of the run'),
    documents: z
      .object({ added: z.int(), updated: z.int(), skipped: z.int(), failed: z.int() })
      .describe('Number of documents by outcome'),
    errors: z
      .array(z.object({ document: z.string(), error: z.string() }))
      .describe('Documents that could not be ingested, with the reason'),
    warnings,
    job_id: z.string().describe('Id of the run, for get_job'),
  }),
  async run(context, { project: id, source, options }) {
    const { engine, signal, progress, caller, correlationId, patienceMs } = context
    if (options.create_project) await createProject(engine, id)
    const chosen = await engine.projects.require(id)
    const isZotero = source.toLowerCase() === 'zotero'
    const resolved = isZotero ? 'zotero' : await context.files.resolve(source, context.rootsFor(caller))
    const roots = context.rootsFor(caller)
    const key = sha256(JSON.stringify(['ingest_from_source', chosen.id, resolved, options, roots]))
    await refuseDuringRebuild(context, chosen, key)
    const result = await engine.jobs.run<SourceReport>({
      key,
      kind: 'ingest_from_source',
      title: `Ingest ${resolved} into ${chosen.id}`,
      collection: chosen.collection,
      input: { project: chosen.id, source: resolved, options: withoutSecrets(options) },
      isRepeatable: options.zotero_config?.api_key === undefined,
      caller,
      correlationId,
      patienceMs,
      signal,
      progress,
      async work(job) {
        const { ingestSource } = await import('./ingest-source.ts')
        // The work may outlive the call, so it uses the signal of the job.
        const own = { ...context, signal: job.signal, progress: job.progress }
        const gather = async () =>
          isZotero
            ? (await import('./gather-sources.ts')).gatherZotero(own, options)
            : (await import('./gather-sources.ts')).gatherFiles(own, source)
        return ingestSource(own, chosen, { gather, options, job })
      },
    })
    if (result.state === 'running') throw stillRunning(result)
    return { ...result.value, job_id: result.id }
  },
})

/** A project that exists stays as it is. */
async function createProject({ projects }: ToolContext<Services>['engine'], id: string): Promise<void> {
  const known = await projects.list()
  if (!known.some(project => project.id === id)) await projects.add(id, {})
}

/** While a project is rebuilt for another model, documents written to the old version would be lost. */
async function refuseDuringRebuild(
  { engine }: ToolContext<Services>,
  { id, collection }: Project,
  key: string,
): Promise<void> {
  const running = await engine.jobs.list({ states: ['running'], limit: 100 })
  const rebuild = running.find(
    job => job.collection === collection && job.key !== key && isRebuild(job.input.options),
  )
  if (rebuild === undefined) return
  throw new Failure('conflict', 'JOB_RUNNING', `Project '${id}' is being rebuilt.`, {
    hint: `Wait for job ${rebuild.id}, or cancel it with cancel_job.`,
    details: { project_id: id, job_id: rebuild.id },
  })
}

function isRebuild(options: unknown): boolean {
  // SAFETY: only one field is read, and it is compared with `true`.
  return (options as Partial<IngestOptions> | null | undefined)?.force_rebuild === true
}

/** Returns the options without the API key, for the stored job. */
function withoutSecrets(options: IngestOptions): JsonObject {
  const { zotero_config: config, ...rest } = options
  const { api_key: _, ...shown } = config ?? {}
  return JSON.parse(JSON.stringify(config === undefined ? rest : { ...rest, zotero_config: shown }))
}

/** The contract reports a run that needs more time as TIMEOUT. The job continues. */
function stillRunning({
  id,
  progress,
  items,
}: {
  id: string
  progress: Progress
  items: readonly JobItem[]
}): Failure {
  const done = items.filter(item => item.outcome !== 'failed').length
  return new Failure('timeout', 'TIMEOUT', 'The ingest needs more than 15 seconds and continues as a job.', {
    hint: 'Call again with the same arguments to join it, or follow it with get_job.',
    details: {
      job_id: id,
      status: 'running',
      progress: { done: progress.done, total: progress.total, message: progress.message },
      documents_processed: items.length,
      documents_failed: items.length - done,
      chunks_written: items.reduce((sum, item) => sum + item.chunks, 0),
    },
  })
}
