import { type Failure, statusOfKind } from '../model/failure.ts'
import type { JsonObject } from '../model/json.ts'

/**
 * The envelope of the Lambda server’s contract, with its seven codes. Our own code, which says more, is in
 * `details.reason`.
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
 * `details.http_status` is the status that another server answered; null: none did (a refused address, no connection).
 * The contract's field is optional ("HTTP status code if applicable"), so nothing is put in its place then.
 */
function statusOf({ kind, details: { http_status: answered } }: Failure): number | null {
  if (typeof answered === 'number') return answered
  return answered === null ? null : statusOfKind[kind]
}

/** Codes that say themselves what the contract calls them. */
const ownCodes = ['UNKNOWN_TOOL', 'INVALID_REQUEST']

function codeOf({ kind, code }: Failure): string {
  if (code.startsWith('STORE_')) return 'DATABASE_ERROR'
  if (ownCodes.includes(code)) return code
  // The contract’s servers answer HTTP 400 for a feature that its flag leaves off.
  if (code === 'FEATURE_DISABLED' || code === 'METHOD_NOT_ALLOWED') return 'HTTP_ERROR'
  if (kind === 'invalid') return 'VALIDATION_ERROR'
  if (kind === 'unsupported') return 'NOT_IMPLEMENTED'
  if (kind === 'internal') return 'INTERNAL_ERROR'
  return 'HTTP_ERROR'
}

/** "Invalid parameters: query: must not be empty; match_count: …", as the contract words what did not fit. */
function messageOf({ code, message, details }: Failure): string {
  const { fields } = details
  if (code !== 'INVALID_INPUT' || !Array.isArray(fields)) return message
  const complaints = fields.map(({ field, problem }: { field: string; problem: string }) =>
    field === '' || problem.startsWith(field) ? problem : `${field}: ${problem}`,
  )
  return `Invalid parameters: ${complaints.join('; ')}`
}
