import { Failure } from '../../../core/model/failure.ts'
import type { SavedWorkflow, WorkflowDraft } from '../workflow-engine.ts'
import type { N8nRequest, SendToN8n } from './n8n-client.ts'
import { fieldGenerations, fieldsOf } from './node-fields.ts'
import { readWorkflow } from './read-workflow.ts'
import { toBody } from './to-body.ts'

/**
 * Sends a draft with every field that some version of n8n takes, and again without the newest ones where this version
 * rejects the body for them.
 */
export async function saveDraft(
  send: SendToN8n,
  request: N8nRequest,
  draft: WorkflowDraft,
  signal: AbortSignal,
): Promise<SavedWorkflow> {
  let generations = fieldGenerations.length
  for (;;) {
    const known = fieldsOf(generations)
    try {
      const answer = await send({ ...request, body: toBody(draft, known) }, signal)
      return { workflow: readWorkflow(answer), refusedSettings: refusedOf(draft, known.settings) }
    } catch (error) {
      const fewer = generationsBefore(generations, draft)
      if (!isRefusedField(error) || fewer === 0) throw error
      generations = fewer
    }
  }
}

/** How many generations to try next: the most that leave out something of this draft; 0 when none does. */
function generationsBefore(generations: number, draft: WorkflowDraft): number {
  const { settings, nodeExtras } = fieldGenerations[generations - 1] ?? { settings: [], nodeExtras: [] }
  const isUsed =
    settings.some(name => name in draft.settings) ||
    draft.nodes.some(node => nodeExtras.some(name => name in node.extras))
  return isUsed || generations <= 1 ? generations - 1 : generationsBefore(generations - 1, draft)
}

function isRefusedField(error: unknown): boolean {
  return (
    error instanceof Failure &&
    error.code === 'WORKFLOW_REJECTED' &&
    /request\/body\/(settings|nodes)\b.*(additional properties|unrecognized key)/i.test(error.message)
  )
}

function refusedOf({ settings }: WorkflowDraft, sent: readonly string[]): string[] {
  const known = fieldsOf(fieldGenerations.length).settings
  return Object.keys(settings).filter(name => known.includes(name) && !sent.includes(name))
}
