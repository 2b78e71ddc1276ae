import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../../core/model/failure.ts'
import type { Clock } from '../../core/ports/clock.ts'
import { dependsOnOthers, isCounted } from './triggers.ts'
import type { StoredWorkflow, WorkflowEngine, WorkflowNode } from './workflow-engine.ts'

export type Switched = { workflow: StoredWorkflow; warnings: string[] }

/** `patience` ends before `signal` does, so that there is time left to answer with what was done until then. */
export type Patience = { clock: Clock; signal: AbortSignal; patience: AbortSignal }

/** n8n 2 starts triggers after it has answered. One that fails is tried for 15 s and counted as started afterwards. */
const startMs = 8_000
const pauseMs = 200

/** Leaves a tenth of a tool’s time limit for its answer. */
export function withPatience<Answer>(
  { clock, signal, patienceMs }: { clock: Clock; signal: AbortSignal; patienceMs: number },
  timeoutMs: number,
  work: (patience: Patience) => Promise<Answer>,
): Promise<Answer> {
  const limit = clock.timeout(Math.min(patienceMs, timeoutMs * 0.9))
  const patience = AbortSignal.any([signal, limit.signal])
  return work({ clock, signal, patience }).finally(() => limit.dispose())
}

/** Switches a workflow on and waits until its triggers have started; where they do not, it is off again: a Failure. */
export async function switchOn(
  engine: WorkflowEngine,
  workflow: StoredWorkflow,
  patience: Patience,
): Promise<Switched> {
  const { id } = workflow.summary
  const switched = await engine.activate(id, null, patience.patience)
  try {
    return await awaitTriggers(engine, { workflow: switched, earlier: workflow.triggers }, patience)
  } catch (error) {
    // Otherwise n8n lists it as active for ever, and nothing starts it.
    if (error instanceof Failure && error.code === 'WORKFLOW_NOT_STARTED')
      await engine.deactivate(id, patience.signal)
    throw error
  }
}

/**
 * Switches on a workflow that has just been written. It stays written when n8n will not switch it on: that is a
 * warning, and the caller has its id.
 */
export async function trySwitchOn(
  engine: WorkflowEngine,
  workflow: StoredWorkflow,
  patience: Patience,
): Promise<Switched> {
  try {
    return await switchOn(engine, workflow, patience)
  } catch (error) {
    if (!(error instanceof Failure) || patience.signal.aborted) throw error
    const warning =
      error.code === 'TIMEOUT'
        ? 'The workflow is saved, but n8n did not answer in time when it was to be activated: look with get_workflow whether it is active.'
        : `The workflow is saved but was not activated: ${error.message}`
    return { workflow, warnings: [warning] }
  }
}

/**
 * Waits until n8n has counted the triggers of a workflow that it has been told to run. Where it had counted them in an
 * earlier run, it does not say whether it started them again; that is a warning when they can fail.
 */
export async function awaitTriggers(
  engine: WorkflowEngine,
  { workflow, earlier }: { workflow: StoredWorkflow; earlier: number | null },
  { clock, patience }: Patience,
): Promise<Switched> {
  const counted = workflow.draft.nodes.filter(node => isEnabled(node) && isCounted(node.type))
  if (counted.length === 0) return { workflow, warnings: [] }
  if (earlier !== 0) return { workflow, warnings: workflow.versions === null ? [] : doubtsAbout(counted) }
  const until = clock.elapsed() + startMs
  let now = workflow
  while (!hasStarted(now) && clock.elapsed() < until && !patience.aborted) {
    now = await engine.get(workflow.summary.id, patience)
    if (!hasStarted(now)) await wait(pauseMs, undefined, { signal: patience }).catch(() => {})
  }
  if (!hasStarted(now)) throw notStarted(workflow, counted)
  return { workflow: now, warnings: [] }
}

/** n8n’s word that a workflow is active, though none of its triggers has ever started. */
export function isDead({ summary, draft, triggers }: StoredWorkflow): boolean {
  return (
    summary.isActive && triggers === 0 && draft.nodes.some(node => isEnabled(node) && isCounted(node.type))
  )
}

function isEnabled({ extras }: WorkflowNode): boolean {
  return extras.disabled !== true
}

function hasStarted({ triggers }: StoredWorkflow): boolean {
  return triggers === null || triggers > 0
}

function doubtsAbout(nodes: readonly WorkflowNode[]): string[] {
  return nodes
    .filter(node => dependsOnOthers(node.type))
    .map(
      ({ name }) =>
        `n8n may start ${JSON.stringify(name)} in the background, and its API does not say whether that worked: look into n8n’s editor if nothing happens.`,
    )
}

function notStarted({ summary: { id } }: StoredWorkflow, nodes: readonly WorkflowNode[]): Failure {
  const names = nodes.map(({ name }) => JSON.stringify(name)).join(', ')
  return new Failure(
    'unavailable',
    'WORKFLOW_NOT_STARTED',
    `n8n accepted the activation, but did not start ${names}: the workflow does not run.`,
    {
      hint: 'A schedule, an address or a credential is probably wrong, or n8n is very busy. Correct the node with update_workflow, then call activate_workflow again.',
      details: { workflow_id: id },
    },
  )
}
