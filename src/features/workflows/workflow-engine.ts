import type { JsonObject } from '../../core/model/json.ts'

/** One step of a workflow. `parameters` depend on its type. */
export type WorkflowNode = {
  id: string
  name: string
  type: string
  typeVersion: number
  position: readonly [number, number]
  parameters: JsonObject
  /** Other fields that the engine allows: credentials, notes, retries. */
  extras: JsonObject
}

/** The target of an output. */
export type WorkflowTarget = { node: string; type: string; index: number }

/** By name of the source node, then by kind of output ("main"), then by index of the output. */
export type WorkflowConnections = Record<string, Record<string, WorkflowTarget[][]>>

/** The content of a workflow: the fields that a client may send, without read-only ones. */
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

/** A workflow as stored in the engine, parsed, and in the engine’s own form (`raw`). */
export type StoredWorkflow = {
  summary: WorkflowSummary
  /** The version saved last. It is the one that runs, unless `versions` differ. */
  draft: WorkflowDraft
  /** Ids of the saved and of the running version; null if the engine always runs the saved one. */
  versions: { saved: string; published: string | null } | null
  /**
   * Number of triggers that the engine counted when it last started this workflow; null if it does not report one. An
   * engine that starts triggers in the background keeps the earlier count until it is done.
   */
  triggers: number | null
  /** Without the mail addresses of other users and without other versions of the workflow. */
  raw: JsonObject
}

/** The result of saving a draft. */
export type SavedWorkflow = {
  workflow: StoredWorkflow
  /** Settings of the draft that were left out because this version of the engine rejects them. */
  refusedSettings: readonly string[]
}

export type Execution = { id: string | null; isWaiting: boolean }

/**
 * A remote server that runs workflows. Methods throw Failure `WORKFLOW_NOT_FOUND` for an unknown id;
 * `WORKFLOW_REJECTED`, with the engine's reason, for what it refuses; `WORKFLOW_ENGINE_DENIED` for an invalid key;
 * `WORKFLOW_FORBIDDEN` for a workflow that the owner of the key must not use; `WORKFLOW_ENGINE_UNAVAILABLE` if the
 * engine is unreachable or its responses are not those of an engine. No message contains the key.
 */
export interface WorkflowEngine {
  /** Fields allowed in settings and in `extras` of nodes; others are not sent. */
  readonly knownFields: { settings: readonly string[]; nodeExtras: readonly string[] }
  /** Throws `INVALID_CURSOR` for an unknown cursor. */
  list(
    request: { activeOnly: boolean; limit: number; cursor: string | null },
    signal: AbortSignal,
  ): Promise<{ workflows: WorkflowSummary[]; nextCursor: string | null }>
  get(id: string, signal: AbortSignal): Promise<StoredWorkflow>
  /** Created workflows are inactive. */
  create(draft: WorkflowDraft, signal: AbortSignal): Promise<SavedWorkflow>
  /**
   * Replaces the workflow. An active workflow runs the new version from then on. After a Failure the draft may still be
   * saved: an engine may save first and then find that it cannot run it.
   */
  update(id: string, draft: WorkflowDraft, signal: AbortSignal): Promise<SavedWorkflow>
  /**
   * Replaces the saved version and keeps the published one running. If the engine has no such call, the workflow is off
   * while it is saved; `workflow.summary.isActive` tells whether it was switched on again.
   */
  updateUnpublished(id: string, draft: WorkflowDraft, signal: AbortSignal): Promise<SavedWorkflow>
  /** Runs the version saved last, or the given one. The engine may start triggers after it has responded. */
  activate(id: string, version: string | null, signal: AbortSignal): Promise<StoredWorkflow>
  deactivate(id: string, signal: AbortSignal): Promise<StoredWorkflow>
  /** Deactivates the workflow if needed, waits until it has stopped, and deletes it. */
  remove(id: string, signal: AbortSignal): Promise<void>
  /** Starts the workflow now; returns null if the engine has no call for that. */
  execute(id: string, data: JsonObject, signal: AbortSignal): Promise<Execution | null>
  /** Returns the address of a webhook with this path. */
  webhookUrl(path: string): string
}
