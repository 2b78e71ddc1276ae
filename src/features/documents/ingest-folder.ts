import { relative } from 'node:path'
import { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { auditItems } from '../../core/ingest/audit-items.ts'
import type { ItemOutcome } from '../../core/ingest/ingest-many.ts'
import { emptyReason } from '../../core/ingest/sort-listing.ts'
import type { JobContext } from '../../core/jobs/job-request.ts'
import { sha256 } from '../../core/model/identity.ts'
import type { JobItem } from '../../core/model/job.ts'
import type { JsonObject } from '../../core/model/json.ts'
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
        chunk_count: z.int().describe('Chunks written by this call, also for attachments'),
        warnings: z.string().optional().describe('Problems, such as attachments that could not be read'),
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
    .describe(
      'Files that are not read, up to 500: other formats, empty files, credentials, names that are not UTF-8',
    ),
  left_out_count: z.int().optional().describe('How many files are not read'),
  job_id: z.string().optional().describe('Id of the job while status is running'),
})

type Answer = z.infer<typeof output>

export const ingestFolder = defineTool({
  name: 'ingest_folder',
  title: 'Ingest a folder',
  description:
    'Add all files below a folder to a library, with an outcome per file. Unchanged files are skipped, so calling again resumes. Use dry_run to see what would be read.',
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
  version: '1.2.0',
  shell: {
    render: async () => (await import('./render.ts')).renderFolder,
  },
  input: z.object({
    folder: z.string().min(1, 'folder must not be empty').describe('Path of the folder on the server'),
    library,
    metadata,
    recursive: z.boolean().default(true).describe('Include subfolders'),
    max_concurrency: z.int().min(1).max(32).default(4).describe('Files processed at a time'),
    dry_run: z.boolean().default(false).describe('Only list what would be read'),
    ocr_languages: ocrLanguages,
  }),
  output,
  async run(context, input) {
    const roots = context.rootsFor(context.caller)
    const folder = await context.files.resolve(input.folder, roots)
    const listing = await context.files.list(folder, { recursive: input.recursive, roots }, context.signal)
    const { files, leftOut } = context.engine.sortListing(listing)
    const paths = files.map(file => file.path)
    const passedOver = leftOut.map(({ path, reason }) => ({ file: relative(folder, path), reason }))
    if (input.dry_run) return withLeftOut(dryRun(folder, input.library, paths), passedOver)

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
      work: async job => {
        const concurrency = input.max_concurrency
        const work = { folder, paths, roots, library, metadata, ocrLanguages, concurrency, job }
        return withLeftOut(await ingestPaths(context, work), passedOver)
      },
    })
    if (result.state === 'done') return result.value
    const known = answerOf({ folder, library, total: paths.length }, result.items)
    return { ...withLeftOut(known, passedOver), status: 'running' as const, job_id: result.id }
  },
})

type PassedOver = NonNullable<Answer['left_out']>

/** A folder may have many files of other formats: the answer lists so many of them, and how many there are. */
const maxLeftOut = 500

function withLeftOut(answer: Answer, passedOver: PassedOver): Answer {
  const all = [...passedOver, ...(answer.left_out ?? [])].sort((one, other) =>
    one.file < other.file ? -1 : 1,
  )
  if (all.length === 0) return answer
  return { ...answer, left_out: all.slice(0, maxLeftOut), left_out_count: all.length }
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
        vectors: 'later' as const,
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
        job.report(toFolderItem(outcome))
        audited.onOutcome(outcome)
      },
    })
    await engine.vectors.settleBriefly(job.signal)
    return answerOf({ folder, library, total: paths.length }, outcomes.map(toFolderItem))
  } finally {
    await run.close()
  }
}

/** A file with nothing but white space is not an error in a folder: many packages have one. */
function toFolderItem(outcome: ItemOutcome): JobItem {
  const { name } = outcome
  return !outcome.ok && outcome.failure.code === 'EMPTY_SOURCE'
    ? { name, outcome: 'skipped', message: emptyReason, documentId: null, chunks: 0 }
    : toJobItem(outcome)
}

function answerOf(
  { folder, library, total }: { folder: string; library: string; total: number },
  items: readonly JobItem[],
): Answer {
  const leftOut = items.filter(isLeftOut).map(({ name, message }) => ({ file: name, reason: message ?? '' }))
  const results = items
    .filter(item => !isLeftOut(item))
    .flatMap(({ name, outcome, documentId, chunks, message }) =>
      outcome === 'failed'
        ? []
        : [
            {
              file: name,
              status: wireStatus[outcome],
              doc_id: documentId,
              chunk_count: chunks,
              ...(message === null ? {} : { warnings: message }),
            },
          ],
    )
  const errors = items.flatMap(({ name, outcome, message }) =>
    outcome === 'failed' ? [{ file: name, error: message ?? '' }] : [],
  )
  const count = (status: string) => results.filter(result => result.status === status).length
  return {
    status: 'done',
    folder,
    library,
    total_files: total - leftOut.length,
    indexed: count('indexed'),
    replaced: count('replaced'),
    skipped: count('skipped'),
    failed: errors.length,
    results,
    errors,
    ...(leftOut.length === 0 ? {} : { left_out: leftOut }),
  }
}

/** A file that has no document because it is empty. */
function isLeftOut({ outcome, documentId }: JobItem): boolean {
  return outcome === 'skipped' && documentId === null
}
