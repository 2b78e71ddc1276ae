import { setTimeout as wait } from 'node:timers/promises'
import { Failure } from '../../core/model/failure.ts'
import type { Clock } from '../../core/ports/clock.ts'
import { dependsOnOthers, isCounted } from './triggers.ts'
import type { StoredWorkflow, WorkflowEngine, WorkflowNode } from './workflow-engine.ts'

export type Switched = { workflow: StoredWorkflow; warnings: string[] }

/** `patience` aborts before `signal`, which leaves time to return what was done until then. */
export type Patience = { clock: Clock; signal: AbortSignal; patience: AbortSignal }

/** n8n 2 starts triggers after its response. It retries a failing trigger for 15 s, then counts it as started. */
const startMs = 8_000
const pauseMs = 200

/** Runs `work` with 90 % of a tool’s time limit, so that the rest is left for its response. */
export function withPatience<Answer>(
  { clock, signal, patienceMs }: { clock: Clock; signal: AbortSignal; patienceMs: number },
  timeoutMs: number,
  work: (patience: Patience) => Promise<Answer>,
): Promise<Answer> {
  const limit = clock.timeout(Math.min(patienceMs, timeoutMs * 0.9))
  const patience = AbortSignal.any([signal, limit.signal])
  return work({ clock, signal, patience }).finally(() => limit.dispose())
}

/**
 * Activates a workflow and waits until its triggers have started. If they do not start, deactivates it and throws.
 */
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
    // Otherwise n8n lists it as active although nothing starts it.
    if (error instanceof Failure && error.code === 'WORKFLOW_NOT_STARTED')
      await engine.deactivate(id, patience.signal)
    throw error
  }
}

/**
 * Activates a workflow that has just been saved. If that fails, the workflow stays saved and the result has a warning,
 * so that the caller still gets its id.
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
        ? 'The workflow is saved, but n8n did not respond to the activation in time. Check with get_workflow whether it is active.'
        : `The workflow is saved but was not activated: ${error.message}`
    return { workflow, warnings: [warning] }
  }
}

/**
 * Waits until n8n has counted the started triggers of an active workflow. If it counted them in an earlier run, it does
 * not report whether they started again; the result then has a warning for triggers that can fail.
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

/** Whether n8n lists a workflow as active although none of its triggers has started. */
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
        `n8n may start ${JSON.stringify(name)} in the background, and its API does not report whether that worked. Check in n8n’s editor if nothing happens.`,
    )
}

function notStarted({ summary: { id } }: StoredWorkflow, nodes: readonly WorkflowNode[]): Failure {
  const names = nodes.map(({ name }) => JSON.stringify(name)).join(', ')
  return new Failure(
    'unavailable',
    'WORKFLOW_NOT_STARTED',
    `n8n accepted the activation, but did not start ${names}: the workflow is not running.`,
    {
      hint: 'Probably a schedule, an address or a credential is wrong, or n8n is very busy. Correct the node with update_workflow, then call activate_workflow again.',
      details: { workflow_id: id },
    },
  )
}
