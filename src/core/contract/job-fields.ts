import { z } from 'zod'
import { Failure } from '../model/failure.ts'
import { itemOutcomes, type JobItem, type JobSummary, jobStates } from '../model/job.ts'

/** The schema of a job in the outputs of tools. */

export const jobId = z.string().trim().min(1, 'job_id must not be empty')

export const state = z.enum(jobStates).describe('interrupted: its process ended; the same call continues it')

export const job = z.object({
  job_id: z.string().describe('Id of the job'),
  tool: z.string().describe('Tool that started it'),
  title: z.string().describe('What is being done'),
  collection: z.string().nullable().describe('Library or project it writes to'),
  state,
  progress: z
    .object({
      done: z.number().describe('Steps done'),
      total: z.number().nullable().describe('Steps in total; null while unknown'),
      message: z.string().describe('Current step'),
    })
    .describe('Progress so far'),
  counts: z
    .object({
      created: z.int().describe('Documents that are new'),
      replaced: z.int().describe('Documents whose older version was replaced'),
      skipped: z.int().describe('Documents that had not changed'),
      failed: z.int().describe('Documents that could not be ingested'),
    })
    .describe('Outcomes so far'),
  attempt: z.int().describe('1, plus one for each time it was resumed'),
  cancel_requested: z.boolean().describe('Whether cancelling was requested'),
  created_at: z.string().describe('When it started, ISO 8601'),
  updated_at: z.string().describe('When it last changed'),
  finished_at: z.string().nullable().describe('When it ended; null while it runs'),
  correlation_id: z.string().describe('Finds its latest attempt in the log and the audit'),
  error: z
    .object({
      code: z.string().describe('Code of the failure'),
      message: z.string().describe('What went wrong'),
      hint: z.string().nullable().describe('What to do next'),
    })
    .nullable()
    .describe('Why it failed or was cancelled; null otherwise'),
})

export const item = z.object({
  name: z.string().describe('Path, address or title of the source'),
  outcome: z.enum(itemOutcomes).describe('What happened to it'),
  message: z.string().nullable().describe('Why it failed, or what a reader should know'),
  doc_id: z.string().nullable().describe('Id of the stored document'),
  chunk_count: z.int().describe('Chunks written for it'),
})

export function jobOnWire(found: JobSummary): z.infer<typeof job> {
  const { failure } = found
  return {
    job_id: found.id,
    tool: found.kind,
    title: found.title,
    collection: found.collection,
    state: found.state,
    progress: found.progress,
    counts: found.counts,
    attempt: found.attempt,
    cancel_requested: found.isCancelRequested,
    created_at: found.createdAt,
    updated_at: found.updatedAt,
    finished_at: found.finishedAt,
    correlation_id: found.correlationId,
    error: failure && { code: failure.code, message: failure.message, hint: failure.hint },
  }
}

export function itemOnWire({ name, outcome, message, documentId, chunks }: JobItem): z.infer<typeof item> {
  return { name, outcome, message, doc_id: documentId, chunk_count: chunks }
}

export function jobNotFound(id: string): Failure {
  return new Failure('not_found', 'JOB_NOT_FOUND', `There is no job ${JSON.stringify(id)}.`, {
    hint: 'List the jobs with list_jobs. Old finished jobs are deleted, and ingesting a single document quickly leaves no job.',
    details: { job_id: id },
  })
}
