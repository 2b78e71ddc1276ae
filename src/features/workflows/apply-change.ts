import { isDeepStrictEqual } from 'node:util'
import { Failure } from '../../core/model/failure.ts'
import { awaitTriggers, type Patience, type Switched, trySwitchOn } from './switch-on.ts'
import type { SavedWorkflow, StoredWorkflow, WorkflowDraft, WorkflowEngine } from './workflow-engine.ts'

export type Change = {
  before: StoredWorkflow
  draft: WorkflowDraft
  /** Whether the workflow should be active afterwards; null keeps its state. */
  active: boolean | null
  /** Whether the caller passed all nodes and connections, so that publishing includes nothing unfinished. */
  isWhole: boolean
}

export type Changed = Switched & { refusedSettings: readonly string[] }

/** Saves a changed workflow. Afterwards either the requested version runs or the earlier one. */
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

/** Whether the saved draft differs from the version that runs, as after an edit in n8n's editor. */
export function hasUnpublished({ versions }: StoredWorkflow): boolean {
  return versions !== null && versions.published !== null && versions.published !== versions.saved
}

/** Deactivates first: saving an active workflow publishes the change at once, or is rejected. */
async function switchOffAndSave(
  engine: WorkflowEngine,
  { before, draft }: Change,
  { signal }: Patience,
): Promise<Changed> {
  const { id } = before.summary
  await engine.deactivate(id, signal)
  const saved = await engine.update(id, draft, signal).catch((error: unknown) => {
    throw addTo(error, 'The workflow has been deactivated as requested; the change is not saved.')
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
    ? 'the version published before keeps running. activate_workflow publishes the draft.'
    : 'n8n did not restart the version published before: the workflow is off now. activate_workflow switches it on with the draft.'
  const warning = `Saved, not published: the draft has changes that are not published yet (its versionId differs from activeVersionId), and ${running}`
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

/**
 * n8n saves before it publishes, so a rejected change may be saved, and may have stopped the workflow. Restores the
 * earlier version.
 */
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
    throw addTo(
      error,
      'n8n had already saved the change; the earlier version was restored and is running again.',
    )
  throw addTo(
    error,
    `The change is saved, not published, and the earlier version could not be restored: ${goesOn ? 'the version published before keeps running' : 'the workflow is not running now'}.`,
  )
}

async function restore(engine: WorkflowEngine, before: StoredWorkflow, signal: AbortSignal): Promise<void> {
  const { id } = before.summary
  const published = hasUnpublished(before) ? (before.versions?.published ?? null) : null
  // Saving must not publish a draft that was not published before.
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
