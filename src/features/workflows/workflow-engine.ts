import type { JsonObject } from '../../core/model/json.ts'

/** One step of a workflow. What a step of its type needs to know is in `parameters`. */
export type WorkflowNode = {
  id: string
  name: string
  type: string
  typeVersion: number
  position: readonly [number, number]
  parameters: JsonObject
  /** Whatever else the engine lets a node carry: credentials, notes, retries. */
  extras: JsonObject
}

/** Where an output of a node leads. */
export type WorkflowTarget = { node: string; type: string; index: number }

/** By name of the node they leave, then by kind of output ("main"), then by number of the output. */
export type WorkflowConnections = Record<string, Record<string, WorkflowTarget[][]>>

/** What a workflow consists of: all that may be sent, and nothing that the engine keeps for itself. */
export type WorkflowDraft = {
  name: string
  nodes: readonly WorkflowNode[]
  connections: WorkflowConnections
  settings: JsonObject
}

export type WorkflowSummary = {
  id: string
  name: string
  isActive: boolean
  nodes: number
  tags: readonly string[]
  createdAt: string | null
  updatedAt: string | null
}

/** A workflow as the engine holds it, in the engine’s own form beside ours. */
export type StoredWorkflow = {
  summary: WorkflowSummary
  /** What was saved last. It is what runs, unless `versions` says otherwise. */
  draft: WorkflowDraft
  /** Ids of what was saved last and of what runs; null where the engine runs what is saved. */
  versions: { saved: string; published: string | null } | null
  /**
   * How many triggers the engine counted when it last started this workflow; null when it does not say. An engine that
   * starts triggers in the background keeps the earlier count until it is done.
   */
  triggers: number | null
  /** Without what other people own: their addresses, and other versions of the workflow. */
  raw: JsonObject
}

/** What became of a draft that was sent. */
export type SavedWorkflow = {
  workflow: StoredWorkflow
  /** Settings of the draft that this version of the engine refuses, and that were left out therefore. */
  refusedSettings: readonly string[]
}

export type Execution = { id: string | null; isWaiting: boolean }

/**
 * Runs workflows somewhere else. A caller may rely on this: an unknown id is Failure `WORKFLOW_NOT_FOUND`; what the
 * engine refuses is `WORKFLOW_REJECTED` with its own reason; a key it does not take is `WORKFLOW_ENGINE_DENIED`; a
 * workflow that the owner of the key may not use is `WORKFLOW_FORBIDDEN`; an engine that cannot be reached, or answers
 * like something else, is `WORKFLOW_ENGINE_UNAVAILABLE`. No message ever holds the key.
 */
export interface WorkflowEngine {
  /** What settings and `extras` of nodes may hold; anything else is left out of what is sent. */
  readonly knownFields: { settings: readonly string[]; nodeExtras: readonly string[] }
  /** A cursor that it did not give is `INVALID_CURSOR`. */
  list(
    request: { activeOnly: boolean; limit: number; cursor: string | null },
    signal: AbortSignal,
  ): Promise<{ workflows: WorkflowSummary[]; nextCursor: string | null }>
  get(id: string, signal: AbortSignal): Promise<StoredWorkflow>
  /** Created workflows are inactive. */
  create(draft: WorkflowDraft, signal: AbortSignal): Promise<SavedWorkflow>
  /**
   * Replaces all of it. An active workflow runs the new version from then on; a Failure does not mean that nothing was
   * saved, for an engine may save first and find out afterwards that it cannot run what it saved.
   */
  update(id: string, draft: WorkflowDraft, signal: AbortSignal): Promise<SavedWorkflow>
  /**
   * Replaces what is saved and goes on running the version that is published. Where the engine has no such call, the
   * workflow is off while it is saved; `workflow.summary.isActive` tells whether it could be switched on again.
   */
  updateUnpublished(id: string, draft: WorkflowDraft, signal: AbortSignal): Promise<SavedWorkflow>
  /** Runs what was saved last, or the version given. The engine may start triggers after it has answered. */
  activate(id: string, version: string | null, signal: AbortSignal): Promise<StoredWorkflow>
  deactivate(id: string, signal: AbortSignal): Promise<StoredWorkflow>
  /** Deactivates it first where that is needed, and waits until the engine lets go of it. */
  remove(id: string, signal: AbortSignal): Promise<void>
  /** Starts it now; null where this engine offers no way to. */
  execute(id: string, data: JsonObject, signal: AbortSignal): Promise<Execution | null>
  /** Where a webhook of a workflow listens. */
  webhookUrl(path: string): string
}
