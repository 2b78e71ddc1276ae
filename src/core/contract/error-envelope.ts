import { type Failure, statusOfKind } from '../model/failure.ts'
import type { JsonObject } from '../model/json.ts'

/**
 * A Failure as the error envelope of the Lambda server's contract, with one of its seven codes. `details.reason` is our
 * own code, which is more specific.
 */
export function errorEnvelope(failure: Failure): JsonObject {
  const { hint, code, details } = failure
  // SAFETY: details of a Failure are plain values that may leave the process.
  const facts = details as JsonObject
  const status = statusOf(failure)
  return {
    error: {
      code: codeOf(failure),
      message: messageOf(failure),
      details: { reason: code, ...(hint === null ? {} : { hint }), ...facts },
      ...(status === null ? {} : { status_code: status }),
    },
  }
}

/**
 * `details.http_status` is the status that another server returned; null when there was no response (a refused address,
 * no connection). The field is then left out: the contract has "HTTP status code if applicable".
 */
function statusOf({ kind, details: { http_status: answered } }: Failure): number | null {
  if (typeof answered === 'number') return answered
  return answered === null ? null : statusOfKind[kind]
}

/** Codes that are the same in the contract. */
const ownCodes = ['UNKNOWN_TOOL', 'INVALID_REQUEST']

function codeOf({ kind, code }: Failure): string {
  if (code.startsWith('STORE_')) return 'DATABASE_ERROR'
  if (ownCodes.includes(code)) return code
  // The contract's servers return HTTP 400 for a feature that is switched off.
  if (code === 'FEATURE_DISABLED' || code === 'METHOD_NOT_ALLOWED') return 'HTTP_ERROR'
  if (kind === 'invalid') return 'VALIDATION_ERROR'
  if (kind === 'unsupported') return 'NOT_IMPLEMENTED'
  if (kind === 'internal') return 'INTERNAL_ERROR'
  return 'HTTP_ERROR'
}

/** "Invalid parameters: query: must not be empty; match_count: …", the contract's wording for invalid input. */
function messageOf({ code, message, details }: Failure): string {
  const { fields } = details
  if (code !== 'INVALID_INPUT' || !Array.isArray(fields)) return message
  const complaints = fields.map(({ field, problem }: { field: string; problem: string }) =>
    field === '' || problem.startsWith(field) ? problem : `${field}: ${problem}`,
  )
  return `Invalid parameters: ${complaints.join('; ')}`
}
