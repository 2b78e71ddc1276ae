import { Failure } from '../model/failure.ts'
import type { JobFailure } from '../model/job.ts'
import type { JsonObject } from '../model/json.ts'

/** What may be kept of what the work threw; a surprise is kept without its details. */
export function toJobFailure(error: unknown): JobFailure {
  if (!(error instanceof Failure))
    return {
      kind: 'internal',
      code: 'INTERNAL_ERROR',
      message: 'Something went wrong inside the server.',
      hint: 'The server log has the details.',
      details: {},
    }
  const { kind, code, message, hint } = error
  return { kind, code, message, hint, details: plain(error.details) }
}

/** The failure again, for whoever waited in another process. */
export function fromJobFailure({ kind, code, message, hint, details }: JobFailure): Failure {
  return new Failure(kind, code, message, { ...(hint === null ? {} : { hint }), details })
}

export function cancelledByRequest(id: string): Failure {
  return new Failure('cancelled', 'JOB_CANCELLED', 'The job was cancelled; what it had finished stays.', {
    hint: 'Call the tool again with the same input to go on with the rest.',
    details: { job_id: id },
  })
}

export function interruptedByShutdown(id: string): Failure {
  return new Failure('unavailable', 'JOB_INTERRUPTED', 'The process that did the work is shutting down.', {
    hint: 'Call the tool again with the same input: the job is taken up where it stopped.',
    details: { job_id: id },
  })
}

export function takenOver(id: string): Failure {
  return new Failure('conflict', 'JOB_TAKEN_OVER', 'Another process has taken up this job.', {
    hint: 'Call the tool again with the same input to join it.',
    details: { job_id: id },
  })
}

function plain(details: Record<string, unknown>): JsonObject {
  return JSON.parse(JSON.stringify(details))
}
