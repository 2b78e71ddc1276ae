import { relative } from 'node:path'
import { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { auditItems } from '../../core/ingest/audit-items.ts'
import type { JobContext } from '../../core/jobs/job-request.ts'
import { sha256 } from '../../core/model/identity.ts'
import type { JobItem } from '../../core/model/job.ts'
import type { JsonObject } from '../../core/model/json.ts'
import type { LeftOut } from '../../core/ports/source-reader.ts'
import { library, metadata, ocrLanguages } from './fields.ts'
import { toJobItem, wireStatus } from './ingest-one.ts'
import { defineTool, type Services } from './services.ts'

const output = z.object({
  status: z.enum(['done', 'running', 'dry_run']).describe('running: not finished, the same call joins it'),
  folder: z.string().describe('The folder, as a real path'),
  library: z.string().describe('Library that holds the files'),
  total_files: z.int().describe('Files of a known format'),
  indexed: z.int().describe('New files'),
  replaced: z.int().describe('Changed files'),
  skipped: z.int().describe('Unchanged files'),
  failed: z.int().describe('Files that could not be ingested; see errors'),
  results: z
    .array(
      z.object({
        file: z.string().describe('Path inside the folder'),
        status: z
          .enum(['indexed', 'replaced', 'skipped', 'found'])
          .describe('found: would be read (dry run)'),
        doc_id: z.string().nullable().describe('Id of the stored document; null in a dry run'),
        chunk_count: z.int().describe('Chunks written by this call'),
      }),
    )
    .describe('One entry per file, by path'),
  errors: z
    .array(
      z.object({
        file: z.string().describe('Path inside the folder'),
        error: z.string().describe('Cause and remedy'),
      }),
    )
    .describe('Files that failed'),
  left_out: z
    .array(
      z.object({
        file: z.string().describe('Path inside the folder'),
        reason: z.string().describe('Why it is not read'),
      }),
    )
    .optional()
    .describe('Files that are never read: credentials, or a name that is not UTF-8'),
  job_id: z.string().optional().describe('Id of the job while status is running'),
})

type Answer = z.infer<typeof output>

export const ingestFolder = defineTool({
  name: 'ingest_folder',
  title: 'Ingest a folder',
  description:
    'Add all files below a folder to a library, so that they can be searched, with an outcome per file. Unchanged files are skipped, so calling again resumes where it stopped. Use dry_run to see what would be read.',
  asks: [
    'add a whole folder',
    'index all files in a directory',
    'import everything on a drive',
    'batch import documents',
    'everything below a path including subfolders',
  ],
  access: 'write',
  idempotent: true,
  timeoutMs: 60_000,
  outlives: true,
  failures: ['SOURCE_NOT_FOUND', 'FORBIDDEN_PATH', 'EMBEDDING_MISMATCH'],
  positionals: ['folder'],
  tags: ['ingest'],
  version: '1.1.0',
  shell: {
    render: async () => (await import('./render.ts')).renderFolder,
  },
  input: z.object({
    folder: z.string().min(1, 'folder must not be empty').describe('Path of the folder on the server'),
    library,
    metadata,
    recursive: z.boolean().default(true).describe('Whether to include subfolders'),
    max_concurrency: z.int().min(1).max(32).default(4).describe('How many files to process at a time'),
    dry_run: z.boolean().default(false).describe('Only list what would be read'),
    ocr_languages: ocrLanguages,
  }),
  output,
  async run(context, input) {
    const roots = context.rootsFor(context.caller)
    const folder = await context.files.resolve(input.folder, roots)
    const found = await context.files.list(folder, { recursive: input.recursive, roots }, context.signal)
    const paths = found.files.map(file => file.path).filter(path => context.engine.accepts(path))
    const leftOut = leftOutOf(folder, found.leftOut)
    if (input.dry_run) return { ...dryRun(folder, input.library, paths), ...leftOut }

    const { library, recursive } = input
    const metadata = input.metadata ?? {}
    const ocrLanguages = input.ocr_languages ?? context.defaults.ocrLanguages
    const { signal, progress, caller, correlationId, patienceMs } = context
    const result = await context.engine.jobs.run({
      key: sha256(
        JSON.stringify(['ingest_folder', folder, library, recursive, metadata, ocrLanguages, roots]),
      ),
      kind: 'ingest_folder',
      title: `Ingest ${folder}`,
      collection: library,
      input: { ...input, folder, metadata },
      isRepeatable: true,
      caller,
      correlationId,
      patienceMs,
      signal,
      progress,
      work: async job => ({
        ...(await ingestPaths(context, {
          folder,
          paths,
          roots,
          library,
          metadata,
          ocrLanguages,
          concurrency: input.max_concurrency,
          job,
        })),
        ...leftOut,
      }),
    })
    if (result.state === 'done') return result.value
    const known = answerOf({ folder, library, total: paths.length }, result.items)
    return { ...known, ...leftOut, status: 'running' as const, job_id: result.id }
  },
})

function leftOutOf(folder: string, leftOut: readonly LeftOut[]): Pick<Answer, 'left_out'> {
  if (leftOut.length === 0) return {}
  return { left_out: leftOut.map(({ path, reason }) => ({ file: relative(folder, path), reason })) }
}

function dryRun(folder: string, library: string, paths: readonly string[]): Answer {
  const results = paths.map(path => ({
    file: relative(folder, path),
    status: 'found' as const,
    doc_id: null,
    chunk_count: 0,
  }))
  return { ...answerOf({ folder, library, total: paths.length }, []), status: 'dry_run', results }
}

async function ingestPaths(
  { engine, files, audit, correlationId }: ToolContext<Services>,
  work: {
    folder: string
    paths: readonly string[]
    roots: readonly string[] | null
    library: string
    metadata: JsonObject
    concurrency: number
    ocrLanguages: readonly string[]
    job: JobContext
  },
): Promise<Answer> {
  const { folder, paths, roots, library, job } = work
  const run = audit.begin({
    correlationId,
    kind: 'ingest_folder',
    collection: library,
    denseModel: engine.facts.model,
    sparseModel: 'bm25',
  })
  const audited = auditItems(
    paths.map(path => ({
      name: relative(folder, path),
      request: {
        collection: library,
        metadata: work.metadata,
        options: { password: null, ocrLanguages: work.ocrLanguages },
        read: (signal: AbortSignal) => files.read(path, roots, signal),
      },
    })),
    run,
  )
  try {
    const outcomes = await engine.ingestMany(audited.items, {
      signal: job.signal,
      progress: job.progress,
      concurrency: work.concurrency,
      onOutcome(outcome) {
        // Files that an aborted job did not process have no outcome.
        if (!outcome.ok && job.signal.aborted) return
        job.report(toJobItem(outcome))
        audited.onOutcome(outcome)
      },
    })
    return answerOf({ folder, library, total: paths.length }, outcomes.map(toJobItem))
  } finally {
    await run.close()
  }
}

function answerOf(
  { folder, library, total }: { folder: string; library: string; total: number },
  items: readonly JobItem[],
): Answer {
  const results = items.flatMap(({ name, outcome, documentId, chunks }) =>
    outcome === 'failed'
      ? []
      : [{ file: name, status: wireStatus[outcome], doc_id: documentId, chunk_count: chunks }],
  )
  const errors = items.flatMap(({ name, outcome, message }) =>
    outcome === 'failed' ? [{ file: name, error: message ?? '' }] : [],
  )
  const count = (status: string) => results.filter(result => result.status === status).length
  return {
    status: 'done',
    folder,
    library,
    total_files: total,
    indexed: count('indexed'),
    replaced: count('replaced'),
    skipped: count('skipped'),
    failed: errors.length,
    results,
    errors,
  }
}
