import { z } from 'zod'
import { job, jobOnWire, state } from '../../core/contract/job-fields.ts'
import { defineTool } from './services.ts'

export const listJobs = defineTool({
  name: 'list_jobs',
  title: 'List jobs',
  description:
    'List jobs such as imports and crawls, running or ended, newest first, with state, progress and counts. Use get_job for the outcome of each document.',
  asks: [
    'what is running right now',
    'which imports are in progress',
    'history of ingestion runs',
    'background tasks',
    'what is the server busy with',
  ],
  access: 'read',
  pages: { of: ['jobs'], by: ['job_id'] },
  timeoutMs: 5_000,
  failures: [],
  tags: ['jobs'],
  rest: { method: 'GET', path: '/api/v1/jobs' },
  shell: {
    aliases: [
      {
        words: ['jobs'],
        group: 'Jobs',
        summary: 'List long-running work, newest first: running, ended and interrupted jobs',
        examples: [{ line: 'quire jobs --states running', says: 'Running jobs of all processes' }],
      },
    ],
    render: async () => (await import('./render.ts')).renderJobs,
  },
  input: z.object({
    states: z.array(state).nullable().default(null).describe('Only jobs in one of these states'),
    limit: z.int().min(1).max(500).default(20).describe('Jobs to return'),
  }),
  output: z.object({
    jobs: z.array(job).describe('Newest first'),
    count: z.int().describe('How many are returned'),
  }),
  async run({ engine }, { states, limit }) {
    const jobs = (await engine.jobs.list({ states, limit })).map(jobOnWire)
    return { jobs, count: jobs.length }
  },
})
