import { type Failure, sayFailure } from '../../core/model/failure.ts'
import type { JsonObject, JsonValue } from '../../core/model/json.ts'

/** What clients of these contracts are told to expect; everything else becomes one of them. */
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

/** The envelope of both contracts: a code from the list, a sentence, and the facts of the case. */
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
  // No other input would help: what is searched is not there, or may not be written.
  if (kind === 'unavailable' || code === 'STORE_READ_ONLY') return 'INDEX_UNAVAILABLE'
  if (kind === 'internal') return 'INTERNAL_ERROR'
  return 'VALIDATION_ERROR'
}

function toJson(details: Record<string, unknown>): Record<string, JsonValue> {
  // Details are plain facts by promise; this drops what JSON cannot say.
  return JSON.parse(JSON.stringify(details))
}
