import { type Failure, sayFailure } from '../../core/model/failure.ts'
import type { JsonObject } from '../../core/model/json.ts'

/** This contract's envelope: every tool fails with a status and one sentence a person can act on. */
export function wordFailure(failure: Failure, { tool }: { tool: string }): JsonObject {
  return { status: 'error', error: wordMessage(failure, tool) }
}

export function wordMessage(failure: Failure, tool: string): string {
  const message = `${prefixFor(failure, tool)}${failure.message}`
  return sayFailure({ message, hint: failure.hint })
}

/** The prefixes clients of this contract look for. */
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
