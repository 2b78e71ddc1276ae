import { z } from 'zod'
import { job, jobId, jobNotFound, jobOnWire } from '../../core/contract/job-fields.ts'
import { completeJobId } from './job-commands.ts'
import { defineTool } from './services.ts'

export const cancelJob = defineTool({
  name: 'cancel_job',
  title: 'Cancel a job',
  description:
    'Stop a running or interrupted job such as an ingestion and return what it had done. Finished documents are kept.',
  asks: [
    'stop an import',
    'abort a running job',
    'cancel the ingestion',
    'interrupt a task that was started by mistake',
  ],
  access: 'destroy',
  idempotent: true,
  timeoutMs: 8_000,
  failures: ['JOB_NOT_FOUND'],
  positionals: ['job_id'],
  tags: ['jobs'],
  rest: [
    { method: 'DELETE', path: '/api/v1/jobs/{job_id}' },
    { method: 'POST', path: '/api/v1/jobs/{job_id}/cancel' },
  ],
  shell: {
    aliases: [
      {
        words: ['jobs', 'cancel'],
        group: 'Jobs',
        summary: 'Cancel a job; documents it has stored are kept',
        prepare: completeJobId,
      },
    ],
    render: async () => (await import('./render.ts')).renderCancelled,
  },
  input: z.object({ job_id: jobId.describe('Id of the job') }),
  output: z.object({
    ...job.shape,
    message: z.string().describe('What happened, in one sentence'),
  }),
  async run({ engine, signal }, { job_id }) {
    const found = await engine.jobs.cancel(job_id, signal)
    if (found === null) throw jobNotFound(job_id)
    const shown = jobOnWire(found)
    return { ...shown, message: describeEnd(shown) }
  },
})

function describeEnd({ state, counts }: z.infer<typeof job>): string {
  const stored = counts.created + counts.replaced
  const kept = `${stored} ${stored === 1 ? 'document' : 'documents'} it had stored ${stored === 1 ? 'is' : 'are'} kept.`
  if (state === 'cancelled') return `The job is cancelled; ${kept}`
  if (state === 'running') return 'The job is being cancelled and has not ended yet; check again in a moment.'
  return `The job had already ended (${state}); nothing was changed.`
}
