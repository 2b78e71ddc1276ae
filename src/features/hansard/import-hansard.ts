import { basename } from 'node:path'
import { z } from 'zod'
import type { Command } from '../../core/contract/shell/command.ts'
import type { CommandHost } from '../../core/contract/shell/command-host.ts'
import { sha256 } from '../../core/model/identity.ts'
import { type ImportReport, importFiles } from './import-files.ts'
import { defineTool, type Services } from './services.ts'

const count = z.int()

const output = z.object({
  status: z.enum(['done', 'running']).describe('running: not finished yet, the same call waits for it again'),
  files: z
    .array(
      z.object({
        file: z.string(),
        format: z.string().nullable(),
        speeches: count,
        created: count,
        replaced: count,
        skipped: count,
        failed: count,
        procedural: count,
        words: count,
        party_resolved: z.number().nullable(),
        place_resolved: z.number().nullable(),
        problems: z.array(z.object({ line: count.nullable(), message: z.string() })),
      }),
    )
    .describe(
      'One entry per file; shares of speeches whose party and place are known; problems with line numbers',
    ),
  speeches: count.describe('Speeches in all files'),
  created: count.describe('Speeches that are new'),
  replaced: count.describe('Speeches whose older version was replaced'),
  skipped: count.describe('Speeches that had not changed'),
  failed: count.describe('Speeches and files that could not be stored'),
  warnings: z.array(z.string()).describe('Files that were left out, and other notes'),
  job_id: z.string().describe('Id of the run, for get_job'),
})

export const importHansard = defineTool({
  name: 'import_hansard',
  title: 'Import the parliamentary record',
  description:
    'Import files of the Australian Hansard (XML, SGML, CSV, JSON, Markdown) as speeches with speaker, party, electorate, debate, page and reference. Unchanged speeches are skipped; work beyond the time limit continues as a job, and the same call waits for it again.',
  asks: [
    'import Hansard files',
    'load parliamentary records in bulk',
    'read XML of a sitting day',
    'bring in a CSV of speeches',
    'official transcripts of parliament',
  ],
  access: 'write',
  idempotent: true,
  timeoutMs: 30_000,
  outlives: true,
  failures: ['SOURCE_NOT_FOUND', 'FORBIDDEN_PATH', 'EMBEDDING_MISMATCH'],
  positionals: ['source'],
  tags: ['ingest', 'write'],
  shell: {
    render: async () => (await import('./render.ts')).renderImport,
  },
  input: z.object({
    source: z
      .string()
      .trim()
      .min(1, 'source must not be empty')
      .describe('Path of a file or folder on the server'),
    members: z
      .array(z.string().min(1))
      .default([])
      .describe(
        'Tables of members, parties and electorates; used before those of the setting hansard.members',
      ),
  }),
  output,
  async run(context, input) {
    const { engine, caller, correlationId, patienceMs, signal, progress, rootsFor } = context
    const roots = rootsFor(caller)
    const source = await context.files.resolve(input.source, roots)
    const members = await Promise.all(input.members.map(path => context.files.resolve(path, roots)))
    const result = await engine.jobs.run<ImportReport>({
      key: sha256(JSON.stringify(['import_hansard', source, members, roots])),
      kind: 'import_hansard',
      title: `Import ${basename(source)}`,
      collection: 'hansard',
      input: { source, members },
      isRepeatable: true,
      caller,
      correlationId,
      patienceMs,
      signal,
      progress,
      work: job =>
        importFiles(
          { ...context, signal: job.signal, progress: job.progress },
          { source, members, roots, job },
        ),
    })
    if (result.state === 'done') return result.value
    const done = (outcome: string) => result.items.filter(item => item.outcome === outcome).length
    return {
      status: 'running' as const,
      files: [],
      speeches: 0,
      created: 0,
      replaced: 0,
      skipped: 0,
      failed: done('failed'),
      warnings: [
        `Still running: ${result.progress.message}; ${result.items.length} files are done. Call again with the same input to wait for it.`,
      ],
      job_id: result.id,
    }
  },
})

/** `quire hansard import <files or folders…>`: calls import_hansard once for each. */
export function hansardCommands(host: CommandHost<Services>): readonly Command[] {
  return [
    {
      words: ['hansard', 'import'],
      tools: ['import_hansard'],
      group: 'Hansard',
      summary: "Import files of a parliament's record as speeches",
      details:
        'Reads the Australian Hansard in XML and SGML of every version, and speeches as CSV, JSON or Markdown. With --json, prints one report for one source and a list of reports for several.',
      positionals: [{ field: 'source', isRepeatable: true, isRequired: true }],
      get options() {
        return host
          .optionsOf('import_hansard')
          .map(option => (option.field === 'source' ? { ...option, isRepeatable: true } : option))
      },
      examples: [{ line: 'quire hansard import ~/hansard/2024', says: 'Every sitting day in a folder' }],
      run(call) {
        const { source, ...shared } = call.values
        const calls = [source].flat().map(one => ({
          tool: 'import_hansard',
          values: { ...shared, source: one },
        }))
        return host.runAll(calls, call)
      },
    },
  ]
}
