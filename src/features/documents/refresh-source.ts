import { resolve } from 'node:path'
import { z } from 'zod'
import { type LevelItem, levelOutcomes } from '../../core/ingest/level/level-request.ts'
import { sha256 } from '../../core/model/identity.ts'
import { ocrLanguages } from './fields.ts'
import type { Refreshed } from './refresh/types.ts'
import { defineTool, type Services } from './services.ts'

const count = (what: string) => z.int().describe(what)

const output = z.object({
  status: z.enum(['done', 'running', 'dry_run']).describe('running: still at work, call again to join'),
  source: z.string().describe('The source as it was named'),
  kind: z.enum(['folder', 'file', 'page', 'site', 'library']).describe('What it was taken for'),
  libraries: z.array(z.string()).describe('Libraries that were brought level with it'),
  added: count('New documents'),
  changed: count('Documents that were replaced'),
  moved: count('Documents whose file has another place now'),
  removed: count('Documents whose file or page is gone'),
  unchanged: count('Documents that are as they were'),
  failed: count('Sources that could not be read; their old version stays'),
  waiting: count('Files that are being written right now; their old version stays'),
  unreachable: count('Documents kept although their drive, folder or page cannot be reached'),
  results: z
    .array(
      z.object({
        source: z.string().describe('Absolute path or address'),
        outcome: z.enum(levelOutcomes).describe('What became of it'),
        from: z.string().nullable().describe('Where it lay before it was moved'),
        doc_id: z.string().nullable().describe('Id of the document, also when it was removed'),
        chunk_count: z.int().describe('Chunks it has now'),
        message: z.string().nullable().describe('Why it failed, or what a reader should know'),
      }),
    )
    .describe('Everything but what is unchanged, in order of source'),
  warnings: z.array(z.string()).describe('What could not be brought level, and why'),
  job_id: z.string().optional().describe('Id of the work going on, while status is running'),
})

export const refreshSource = defineTool({
  name: 'refresh_source',
  title: 'Refresh a source',
  description:
    'Bring libraries level with where their documents came from: new files and pages are added, changed ones replaced, moved ones kept, deleted ones removed. Takes a folder, a file, a web address or a library. Nothing is removed while a drive or server is merely out of reach. Use dry_run to see what would happen.',
  asks: [
    'update what has changed',
    'sync a folder with its index',
    'bring a crawled site up to date',
    'read files again that were changed on disk',
    'is what is stored still current',
  ],
  access: 'destroy',
  idempotent: true,
  openWorld: true,
  timeoutMs: 60_000,
  outlives: true,
  failures: [
    'NOTHING_TO_REFRESH',
    'NOT_A_LIBRARY',
    'SOURCE_NOT_FOUND',
    'FORBIDDEN_PATH',
    'INVALID_URL',
    'EMBEDDING_MISMATCH',
  ],
  positionals: ['source'],
  tags: ['ingest'],
  shell: {
    render: async () => (await import('./render/refreshed.ts')).renderRefreshed,
  },
  input: z.object({
    source: z
      .string()
      .trim()
      .min(1, 'source must not be empty')
      .describe(
        'Path of a folder or file on the server, http(s) address of a page (or of a site, ending with /), or name of a library',
      ),
    library: z
      .string()
      .min(1, 'library must not be empty')
      .nullable()
      .default(null)
      .describe('Library to bring level; null means those that hold documents from there'),
    recursive: z.boolean().default(true).describe('Whether to look into folders below a folder'),
    dry_run: z.boolean().default(false).describe('Only say what would be done'),
    forget_vanished: z
      .boolean()
      .default(false)
      .describe('Also remove documents of a folder or drive that is not there at all'),
    ocr_languages: ocrLanguages,
  }),
  output,
  async run(context, input) {
    const [{ planRefresh }, { runRefresh }] = await Promise.all([
      import('./refresh/plan-refresh.ts'),
      import('./refresh/run-refresh.ts'),
    ])
    const plan = await planRefresh(context, input)
    const libraries = [...new Set(plan.targets.map(({ library }) => library))].sort()
    const { source, dry_run: isDryRun } = input
    const { signal, progress, caller, correlationId, patienceMs } = context
    const choices = {
      recursive: input.recursive,
      ocrLanguages: input.ocr_languages,
      forgetVanished: input.forget_vanished,
      isDryRun,
    }
    const result = await context.engine.jobs.run<Refreshed>({
      key: sha256(JSON.stringify(['refresh_source', input, context.server.cwd, context.rootsFor(caller)])),
      kind: 'refresh_source',
      title: `Refresh ${source}`,
      collection: libraries.length === 1 ? (libraries[0] ?? null) : null,
      input: { ...input, source: wholeSource(context, plan.kind, source) },
      isRepeatable: true,
      isBrief: isDryRun,
      caller,
      correlationId,
      patienceMs,
      signal,
      progress,
      work: job => runRefresh(context, plan, choices, job),
    })
    const facts = { source, kind: plan.kind, libraries, warnings: plan.warnings }
    if (result.state === 'done')
      return {
        status: isDryRun ? ('dry_run' as const) : ('done' as const),
        ...facts,
        ...onWire(result.value),
        warnings: [...plan.warnings, ...(result.value.warnings ?? [])],
      }
    return {
      status: 'running' as const,
      ...facts,
      ...onWire({ unchanged: 0, items: [] }),
      warnings: [`Still at work: ${result.progress.message}. Call again with the same input to join it.`],
      job_id: result.id,
    }
  },
})

/** What another process can be asked for, wherever it was started. */
function wholeSource({ server }: Pick<Services, 'server'>, kind: string, source: string): string {
  const isRelative = (kind === 'folder' || kind === 'file') && !source.startsWith('~')
  return isRelative ? resolve(server.cwd, source) : source
}

function onWire({ unchanged, items }: Refreshed) {
  const count = (outcome: LevelItem['outcome']) => items.filter(item => item.outcome === outcome).length
  return {
    added: count('added'),
    changed: count('changed'),
    moved: count('moved'),
    removed: count('removed'),
    unchanged,
    failed: count('failed'),
    waiting: count('waiting'),
    unreachable: count('unreachable'),
    results: items.map(({ name, outcome, from, documentId, chunks, message }) => ({
      source: name,
      outcome,
      from,
      doc_id: documentId,
      chunk_count: chunks,
      message,
    })),
  }
}
