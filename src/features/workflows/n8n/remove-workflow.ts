import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../../../core/model/failure.ts'
import type { N8nRequest, SendToN8n } from './n8n-client.ts'

/** n8n tries for up to 15 s to start a trigger, and lets go of the workflow only then. */
const patienceMs = 20_000
const pauseMs = 250

/** Deletes a workflow that has been deactivated. Newer n8n finishes that in the background and answers 409 until then. */
export async function removeWorkflow(
  send: SendToN8n,
  request: N8nRequest,
  signal: AbortSignal,
): Promise<void> {
  const until = performance.now() + patienceMs
  for (;;) {
    try {
      await send(request, signal)
      return
    } catch (error) {
      if (!(error instanceof Failure) || error.details.status !== 409) throw error
      if (performance.now() >= until) throw stillPublished(error)
    }
    await wait(pauseMs, undefined, { signal }).catch(() => {})
  }
}

function stillPublished({ message, details }: Failure): Failure {
  return new Failure('conflict', 'WORKFLOW_REJECTED', `${message} It has been deactivated, not deleted.`, {
    hint: 'Call delete_workflow again in a minute.',
    details,
  })
}
