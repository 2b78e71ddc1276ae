import type { JsonObject } from '../model/json.ts'

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
export type StoredWorkflow = { summary: WorkflowSummary; draft: WorkflowDraft; raw: JsonObject }

export type Execution = { id: string | null; isWaiting: boolean }

/**
 * Runs workflows somewhere else. A caller may rely on this: an unknown id is Failure `WORKFLOW_NOT_FOUND`; what the
 * engine refuses is `WORKFLOW_REJECTED` with its own reason; a key it does not take is `WORKFLOW_ENGINE_DENIED`; one that
 * cannot be reached, or answers like something else, is `WORKFLOW_ENGINE_UNAVAILABLE`. No message ever holds the key.
 */
export interface WorkflowEngine {
  /** What settings and `extras` of nodes may hold; anything else is left out of what is sent. */
  readonly knownFields: { settings: readonly string[]; nodeExtras: readonly string[] }
  list(
    request: { activeOnly: boolean; limit: number; cursor: string | null },
    signal: AbortSignal,
  ): Promise<{ workflows: WorkflowSummary[]; nextCursor: string | null }>
  get(id: string, signal: AbortSignal): Promise<StoredWorkflow>
  /** Created workflows are inactive. */
  create(draft: WorkflowDraft, signal: AbortSignal): Promise<StoredWorkflow>
  /** Replaces all of it. */
  update(id: string, draft: WorkflowDraft, signal: AbortSignal): Promise<StoredWorkflow>
  setActive(id: string, isActive: boolean, signal: AbortSignal): Promise<StoredWorkflow>
  remove(id: string, signal: AbortSignal): Promise<void>
  /** Starts it now; null where this engine offers no way to. */
  execute(id: string, data: JsonObject, signal: AbortSignal): Promise<Execution | null>
  /** Where a webhook of a workflow listens. */
  webhookUrl(path: string): string
}
