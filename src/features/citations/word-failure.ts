import { type Failure, sayFailure } from '../../core/model/failure.ts'
import type { JsonObject, JsonValue } from '../../core/model/json.ts'

/** The error codes of the contracts. Every other code is mapped to one of them. */
const contracted = new Set([
  'INVALID_PROJECT',
  'EMBEDDING_MISMATCH',
  'HYBRID_NOT_SUPPORTED',
  'INDEX_UNAVAILABLE',
  'TIMEOUT',
  'VALIDATION_ERROR',
  'JOB_RUNNING',
  'INTERNAL_ERROR',
])

/** The error envelope of both contracts: a code of the contract, a message, and details. */
export function wordFailure(failure: Failure, { correlationId }: { correlationId: string }): JsonObject {
  const code = codeOf(failure)
  return {
    error: {
      code,
      message: sayFailure(failure),
      details: {
        ...toJson(failure.details),
        ...(code === failure.code ? {} : { reason: failure.code }),
      },
    },
    correlation_id: correlationId,
  }
}

export function codeOf({ code, kind }: Failure): string {
  if (contracted.has(code)) return code
  if (code === 'COLLECTION_NOT_FOUND') return 'INVALID_PROJECT'
  if (kind === 'timeout' || kind === 'cancelled') return 'TIMEOUT'
  // No other input would help: the index is missing or read-only.
  if (kind === 'unavailable' || code === 'STORE_READ_ONLY') return 'INDEX_UNAVAILABLE'
  if (kind === 'internal') return 'INTERNAL_ERROR'
  return 'VALIDATION_ERROR'
}

function toJson(details: Record<string, unknown>): Record<string, JsonValue> {
  // Details are plain JSON by convention; this removes anything else.
  return JSON.parse(JSON.stringify(details))
}
