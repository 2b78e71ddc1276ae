import { resolve } from 'node:path'
import { z } from 'zod'
import { type LevelItem, levelOutcomes } from '../../core/ingest/level/level-request.ts'
import { sha256 } from '../../core/model/identity.ts'
import { ocrLanguages } from './fields.ts'
import type { Refreshed } from './refresh/run-refresh.ts'
import { defineTool, type Services } from './services.ts'

const count = (what: string) => z.int().describe(what)

const output = z.object({
  status: z.enum(['done', 'running', 'dry_run']).describe('running: not finished, the same call joins it'),
  source: z.string().describe('The source as passed'),
  kind: z.enum(['folder', 'file', 'page', 'site', 'library']).describe('What the source is'),
  libraries: z.array(z.string()).describe('Libraries that were updated'),
  added: count('New documents'),
  changed: count('Replaced documents'),
  moved: count('Documents whose file was moved'),
  removed: count('Documents whose file or page is gone'),
  unchanged: count('Unchanged documents'),
  failed: count('Sources that could not be read; their old version is kept'),
  waiting: count('Files that are being written right now; their old version is kept'),
  unreachable: count('Documents that were kept because their drive, folder or page is unreachable'),
  results: z
    .array(
      z.object({
        source: z.string().describe('Absolute path or address'),
        outcome: z.enum(levelOutcomes).describe('What happened to it'),
        from: z.string().nullable().describe('Path before it was moved'),
        doc_id: z.string().nullable().describe('Id of the document, even if it was removed'),
        chunk_count: z.int().describe('Chunks it has now'),
        message: z.string().nullable().describe('Why it failed, or a remark'),
      }),
    )
    .describe('All but unchanged documents, by source'),
  warnings: z.array(z.string()).describe('What could not be updated, and why'),
  job_id: z.string().optional().describe('Id of the job while status is running'),
})

export const refreshSource = defineTool({
  name: 'refresh_source',
  title: 'Refresh a source',
  description:
    'Bring stored documents up to date with the files, folders and web pages they came from: new ones are added, changed ones replaced, deleted ones removed. Nothing is removed while a drive or server is unreachable.',
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
    render: async () => (await import('./render.ts')).renderRefreshed,
  },
  input: z.object({
    source: z
      .string()
      .trim()
      .min(1, 'source must not be empty')
      .describe('Folder or file on the server, address of a page (of a site, ending with /), or a library'),
    library: z
      .string()
      .min(1, 'library must not be empty')
      .nullable()
      .default(null)
      .describe('Library to update; null: all with documents from the source'),
    recursive: z.boolean().default(true).describe('Include subfolders'),
    dry_run: z.boolean().default(false).describe('Only return what would be done'),
    forget_vanished: z.boolean().default(false).describe('Also those of a missing folder or drive'),
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
      work: job => runRefresh(context, { plan, choices }, job),
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
      warnings: [`Still running: ${result.progress.message}. Call again with the same input to join it.`],
      job_id: result.id,
    }
  },
})

/** Returns an absolute path, so that a process with another working directory can repeat the job. */
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
