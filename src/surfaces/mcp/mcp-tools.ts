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
import { Failure } from '../../core/model/failure.ts'
import { type ReportProgress, silent } from '../../core/model/progress.ts'

/** How a tool of the table is shown to MCP clients. */
export function toMcpTool<Services>(row: ToolRow<Services>): McpTool {
  const { tool, toolset } = row
  const isRead = tool.access === 'read'
  return {
    name: tool.name,
    title: tool.title,
    description: tool.description,
    // SAFETY: z.toJSONSchema writes plain JSON; the type of the contract only does not say so.
    inputSchema: row.inputSchema as McpTool['inputSchema'],
    outputSchema: row.outputSchema,
    annotations: {
      title: tool.title,
      readOnlyHint: isRead,
      destructiveHint: tool.access === 'destroy',
      idempotentHint: isRead || tool.idempotent === true,
      openWorldHint: tool.openWorld === true,
    },
    _meta: {
      'quire/tool': {
        toolset: toolset.name,
        tags: [...(tool.tags ?? [])],
        version: tool.version ?? '1.0.0',
        stability: tool.stability ?? 'stable',
      },
    },
  }
}

/**
 * A value is given twice, as data and as text, with links to the texts that were cut; a failure only as text, because
 * SDK v1 clients hold even the structured content of an error against the output schema.
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
 * The signal of a call. Over stdio the end of the line is the end of the session, not a wish that the work should end;
 * over HTTP closing the stream is how a client cancels.
 */
export function callSignal({ mcpReq: { signal } }: ServerContext, caller: Caller): AbortSignal {
  if (caller.surface !== 'stdio') return signal
  const told = new AbortController()
  const tell = () => told.abort(isHangUp(signal.reason) ? hungUp(signal.reason) : signal.reason)
  if (signal.aborted) tell()
  signal.addEventListener('abort', tell, { once: true })
  return told.signal
}

function isHangUp(reason: unknown): boolean {
  return reason instanceof SdkError && reason.code === SdkErrorCode.ConnectionClosed
}

function hungUp(cause: unknown): Failure {
  return new Failure('unavailable', 'CANCELLED', 'The client has hung up.', { cause })
}

type ProgressChannel = {
  report: ReportProgress
  /** Resolves when everything reported so far is on the wire; what is reported later is dropped. */
  finish(): Promise<void>
}

/** Progress notifications for a request that asked for them with a progress token. */
export function openProgress(context: ServerContext): ProgressChannel {
  const progressToken = context.mcpReq._meta?.progressToken
  if (progressToken === undefined) return { report: silent, finish: async () => {} }
  let isOpen = true
  let highest = Number.NEGATIVE_INFINITY
  let sent = Promise.resolve()
  return {
    report({ done, part = 0, total, message }) {
      const progress = done + part
      // The protocol wants each notification to be further than the last.
      if (!isOpen || progress <= highest) return
      highest = progress
      const params = { progressToken, progress, message, ...(total === null ? {} : { total }) }
      // A client that went away is noticed through the call's signal, not here.
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
