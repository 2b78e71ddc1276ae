import { type Failure, sayFailure } from '../../core/model/failure.ts'
import type { JsonObject } from '../../core/model/json.ts'

/** The error envelope of this contract: a status and one sentence that says what to do. */
export function wordFailure(failure: Failure, { tool }: { tool: string }): JsonObject {
  return { status: 'error', error: wordMessage(failure, tool) }
}

export function wordMessage(failure: Failure, tool: string): string {
  const message = `${prefixFor(failure, tool)}${failure.message}`
  return sayFailure({ message, hint: failure.hint })
}

/** The prefixes that clients of this contract match on. */
function prefixFor(failure: Failure, tool: string): string {
  if (failure.code === 'INVALID_INPUT' || failure.code === 'INVALID_URL') return ''
  if (failure.code === 'DOCUMENT_NOT_FOUND') return ''
  if (failure.code === 'UNSUPPORTED_FORMAT') return prefixOnce('Unsupported format: ', failure)
  if (failure.kind === 'internal') return 'Internal error: '
  if (tool.startsWith('ingest_')) return prefixOnce('Ingestion failed: ', failure)
  if (tool === 'search') return prefixOnce('Search failed: ', failure)
  return `${tool} failed: `
}

function prefixOnce(prefix: string, failure: Failure): string {
  return failure.message.startsWith(prefix.slice(0, -2)) ? '' : prefix
}
