import { isDeepStrictEqual } from 'node:util'
import { Failure } from '../../core/model/failure.ts'
import { awaitTriggers, type Patience, type Switched, trySwitchOn } from './set-active.ts'
import type { SavedWorkflow, StoredWorkflow, WorkflowDraft, WorkflowEngine } from './workflow-engine.ts'

export type Change = {
  before: StoredWorkflow
  draft: WorkflowDraft
  /** Whether it is to be on afterwards; null leaves that as it is. */
  active: boolean | null
  /** Whether the draft holds all that is to run, so that nothing half-done is published with it. */
  isWhole: boolean
}

export type Changed = Switched & { refusedSettings: readonly string[] }

/** Saves a changed workflow so that what runs afterwards is what was asked for, or what ran before. */
export async function applyChange(
  engine: WorkflowEngine,
  change: Change,
  patience: Patience,
): Promise<Changed> {
  const { before, draft, active } = change
  const { id } = before.summary
  if (!before.summary.isActive) {
    const saved = await engine.update(id, draft, patience.signal)
    if (active !== true) return changed(saved)
    return { ...changed(saved), ...(await trySwitchOn(engine, saved.workflow, patience)) }
  }
  if (active === false) return switchOffAndSave(engine, change, patience)
  if (hasUnpublished(before) && active === null && !change.isWhole)
    return saveUnpublished(engine, change, patience)
  return saveRunning(engine, change, patience)
}

/** Whether what is saved differs from what runs: somebody has begun to change it in the editor. */
export function hasUnpublished({ versions }: StoredWorkflow): boolean {
  return versions !== null && versions.published !== null && versions.published !== versions.saved
}

/** Off first: an active workflow is published by saving it, and runs the change for a moment, or rejects it. */
async function switchOffAndSave(
  engine: WorkflowEngine,
  { before, draft }: Change,
  { signal }: Patience,
): Promise<Changed> {
  const { id } = before.summary
  await engine.deactivate(id, signal)
  const saved = await engine.update(id, draft, signal).catch((error: unknown) => {
    throw addTo(error, 'The workflow has been deactivated, as asked; the change is not saved.')
  })
  return changed(saved)
}

async function saveUnpublished(
  engine: WorkflowEngine,
  { before, draft }: Change,
  { signal }: Patience,
): Promise<Changed> {
  const saved = await engine.updateUnpublished(before.summary.id, draft, signal)
  const running = saved.workflow.summary.isActive
    ? 'the version published before goes on running. activate_workflow publishes the draft.'
    : 'n8n did not start the version published before again: the workflow is switched off now. activate_workflow switches it on, with the draft.'
  const warning = `Saved, not published: the draft holds changes that nobody has published yet (its versionId differs from activeVersionId), and ${running}`
  return changed(saved, [warning])
}

async function saveRunning(
  engine: WorkflowEngine,
  { before, draft }: Change,
  patience: Patience,
): Promise<Changed> {
  const { id } = before.summary
  const saved = await engine
    .update(id, draft, patience.signal)
    .catch((error: unknown) => putBack(engine, { before, error }, patience.signal))
  try {
    const started = await awaitTriggers(
      engine,
      { workflow: saved.workflow, earlier: before.triggers },
      patience,
    )
    return changed(saved, started.warnings, started.workflow)
  } catch (error) {
    if (!(error instanceof Failure) || patience.signal.aborted) throw error
    return changed(saved, [`The workflow is saved and published, but it may not run: ${error.message}`])
  }
}

/** n8n saves first and publishes afterwards: what it rejects may be saved all the same, and may have stopped what ran. */
async function putBack(
  engine: WorkflowEngine,
  { before, error }: { before: StoredWorkflow; error: unknown },
  signal: AbortSignal,
): Promise<never> {
  const isRefusal = error instanceof Failure && ['invalid', 'conflict', 'forbidden'].includes(error.kind)
  if (!isRefusal) throw error
  const { id } = before.summary
  const now = await engine.get(id, signal)
  if (now.summary.updatedAt === before.summary.updatedAt && isSame(now, before)) throw error
  const isRestored = await restore(engine, before, signal).then(
    () => true,
    () => false,
  )
  const after = await engine.get(id, signal)
  const published = before.versions?.published ?? null
  const goesOn = after.summary.isActive && published !== null && after.versions?.published === published
  if (isSame(after, before) && (isRestored || goesOn))
    throw addTo(error, 'n8n had saved the change already; the earlier version was put back and runs again.')
  throw addTo(
    error,
    `The change is saved, not published, and the earlier version could not be put back: ${goesOn ? 'the version published before goes on running' : 'the workflow does not run now'}.`,
  )
}

async function restore(engine: WorkflowEngine, before: StoredWorkflow, signal: AbortSignal): Promise<void> {
  const { id } = before.summary
  const published = hasUnpublished(before) ? (before.versions?.published ?? null) : null
  // Saving must not publish a draft that did not run before.
  if (published !== null) await engine.deactivate(id, signal)
  const { workflow } = await engine.update(id, before.draft, signal)
  if (!workflow.summary.isActive) await engine.activate(id, published, signal)
}

function isSame(one: StoredWorkflow, other: StoredWorkflow): boolean {
  const essence = ({ summary, draft: { name, nodes, connections } }: StoredWorkflow) => ({
    isActive: summary.isActive,
    name,
    nodes,
    connections,
  })
  return isDeepStrictEqual(essence(one), essence(other))
}

function changed(
  { workflow, refusedSettings }: SavedWorkflow,
  warnings: string[] = [],
  now: StoredWorkflow = workflow,
): Changed {
  return { workflow: now, warnings, refusedSettings }
}

function addTo(error: unknown, sentence: string): unknown {
  if (!(error instanceof Failure)) return error
  const { kind, code, message, hint, details } = error
  return new Failure(kind, code, `${message} ${sentence}`, {
    ...(hint === null ? {} : { hint }),
    details,
    cause: error,
  })
}
