import { z } from 'zod'
import { item, itemOnWire, job, jobId, jobNotFound, jobOnWire } from '../../core/contract/job-fields.ts'
import { completeJobId } from './job-commands.ts'
import { defineTool } from './services.ts'

export const getJob = defineTool({
  name: 'get_job',
  title: 'Look at a job',
  description:
    'Show how far a job such as an import is, which of its documents failed, and its result. To wait for a job, call the tool that started it again with the same input.',
  asks: [
    'progress of an import',
    'is the ingestion done',
    'how much longer will it take',
    'which documents of an import failed',
    'result of a finished job',
  ],
  access: 'read',
  pages: { of: ['items', 'result.results', 'result.errors'], by: ['name'] },
  timeoutMs: 5_000,
  failures: ['JOB_NOT_FOUND'],
  positionals: ['job_id'],
  tags: ['jobs'],
  rest: { method: 'GET', path: '/api/v1/jobs/{job_id}' },
  shell: {
    aliases: [
      {
        words: ['jobs', 'show'],
        group: 'Jobs',
        summary: 'Show a job and the outcome of each document',
        examples: [{ line: 'quire jobs show 1b671a64', says: 'The first characters of an id are enough' }],
        prepare: completeJobId,
      },
    ],
    render: async () => (await import('./render.ts')).renderJob,
  },
  input: z.object({
    job_id: jobId.describe('Id from the tool that started it'),
    limit: z.int().min(0).max(1000).default(50).describe('Items to return'),
    offset: z.int().min(0).max(1e9).default(0).describe('Items to skip'),
    include_result: z.boolean().default(false).describe('Also return the output of the tool, once done'),
  }),
  output: z.object({
    ...job.shape,
    input: z.record(z.string(), z.unknown()).describe('Input of the tool, without secrets'),
    items: z.array(item).describe('Outcomes, oldest first'),
    items_total: z.int().describe('Number of outcomes so far'),
    result: z.record(z.string(), z.unknown()).optional().describe('Output of the tool'),
  }),
  async run({ engine }, { job_id, limit, offset, include_result }) {
    const page = await engine.jobs.get(job_id, { limit, offset })
    if (page === null) throw jobNotFound(job_id)
    const { counts, input, result } = page.job
    const hasResult =
      include_result && result !== null && typeof result === 'object' && !Array.isArray(result)
    return {
      ...jobOnWire(page.job),
      input,
      items: page.items.map(itemOnWire),
      items_total: counts.created + counts.replaced + counts.skipped + counts.failed,
      ...(hasResult ? { result } : {}),
    }
  },
})
