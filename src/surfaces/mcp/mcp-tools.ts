import {
  type CallToolResult,
  type Tool as McpTool,
  SdkError,
  SdkErrorCode,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Caller } from '../../core/contract/caller.ts'
import type { Outcome } from '../../core/contract/invoke.ts'
import { resourceLinks } from '../../core/contract/pages.ts'
import type { ToolRow } from '../../core/contract/tool-table.ts'
import { viewAddress } from '../../core/contract/tool-view.ts'
import { Failure } from '../../core/model/failure.ts'
import { type ReportProgress, silent } from '../../core/model/progress.ts'
import { listedInput, listedOutput } from './listed-schemas.ts'

/** A tool of the table as `tools/list` returns it. */
export function toMcpTool<Services>(row: ToolRow<Services>): McpTool {
  const { tool } = row
  const isRead = tool.access === 'read'
  return {
    name: tool.name,
    ...(isNameInWords(tool) ? {} : { title: tool.title }),
    description: tool.description,
    // SAFETY: z.toJSONSchema returns plain JSON, which the contract's type does not express.
    inputSchema: listedInput(row.inputSchema) as McpTool['inputSchema'],
    outputSchema: listedOutput,
    annotations: {
      // The protocol defines the other two only for tools that write.
      ...(isRead
        ? { readOnlyHint: true }
        : {
            destructiveHint: tool.access === 'destroy',
            ...(tool.idempotent === true && { idempotentHint: true }),
          }),
      openWorldHint: tool.openWorld === true,
    },
    _meta: {
      'quire/tool': listedFacts(row),
      ...(tool.view === undefined ? {} : { ui: { resourceUri: viewAddress(tool.view) } }),
    },
  }
}

/** Whether the title says no more than the name: hosts show the name of a tool without a title. */
function isNameInWords({ name, title }: { name: string; title: string }): boolean {
  const words = title.toLowerCase().split(' ')
  return words.filter(word => !['a', 'the'].includes(word)).join('_') === name
}

/** A tag that repeats the toolset is left out, and version and stability when they are those of most tools. */
function listedFacts<Services>({ tool, toolset }: ToolRow<Services>) {
  const { version = '1.0.0', stability = 'stable' } = tool
  const tags = (tool.tags ?? []).filter(tag => tag !== toolset.name)
  return {
    toolset: toolset.name,
    ...(version === '1.0.0' ? {} : { version }),
    ...(tags.length === 0 ? {} : { tags }),
    ...(stability === 'stable' ? {} : { stability }),
  }
}

/**
 * A value is returned both as data and as text, with links to texts that were cut. A failure is returned as text only,
 * because SDK v1 clients validate even the structured content of an error against the output schema.
 */
export function toCallToolResult(outcome: Outcome): CallToolResult {
  const _meta = { correlation_id: outcome.correlationId }
  if (outcome.ok)
    return {
      content: [{ type: 'text', text: JSON.stringify(outcome.value) }, ...resourceLinks(outcome.value)],
      structuredContent: outcome.value,
      _meta,
    }
  const { worded, failure } = outcome
  const text = typeof worded === 'string' ? worded : JSON.stringify(worded)
  return { content: [{ type: 'text', text }], isError: true, _meta: { ..._meta, code: failure.code } }
}

/**
 * The signal of a call. Over HTTP, closing the stream cancels the call. Over stdio, a closed connection only ends the
 * session: it aborts with a failure of kind `unavailable`, so that jobs are interrupted instead of cancelled.
 */
export function callSignal({ mcpReq: { signal } }: ServerContext, caller: Caller): AbortSignal {
  if (caller.surface !== 'stdio') return signal
  const controller = new AbortController()
  const abort = () => controller.abort(isHangUp(signal.reason) ? hungUp(signal.reason) : signal.reason)
  if (signal.aborted) abort()
  signal.addEventListener('abort', abort, { once: true })
  return controller.signal
}

function isHangUp(reason: unknown): boolean {
  return reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed
}

function hungUp(cause: unknown): Failure {
  return new Failure('unavailable', 'CANCELLED', 'The client closed the connection.', { cause })
}

type ProgressChannel = {
  report: ReportProgress
  /** Resolves when everything reported so far is sent; later reports are dropped. */
  finish(): Promise<void>
}

/** Sends progress notifications for a request with a progress token; does nothing for one without. */
export function openProgress(context: ServerContext): ProgressChannel {
  const progressToken = context.mcpReq._meta?.progressToken
  if (progressToken === undefined) return { report: silent, finish: async () => {} }
  let isOpen = true
  let highest = Number.NEGATIVE_INFINITY
  let sent = Promise.resolve()
  return {
    report({ done, part = 0, total, message }) {
      const progress = done + part
      // The protocol requires that progress increases with each notification.
      if (!isOpen || progress <= highest) return
      highest = progress
      const params = { progressToken, progress, message, ...(total === null ? {} : { total }) }
      // A closed connection is reported by the call's signal.
      sent = sent
        .then(() => context.mcpReq.notify({ method: 'notifications/progress', params }))
        .catch(() => {})
    },
    finish() {
      isOpen = false
      return sent
    },
  }
}
