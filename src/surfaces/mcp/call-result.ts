import type { CallToolResult } from '@modelcontextprotocol/server'
import type { Outcome } from '../../core/contract/invoke.ts'
import { resourceLinks } from '../../core/contract/pages.ts'

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
