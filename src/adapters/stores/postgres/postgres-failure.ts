import { Failure, type FailureKind } from '../../../core/model/failure.ts'

type Wording = { kind: FailureKind; code: string; message: string; hint: string }

const unreachable: Wording = {
  kind: 'unavailable',
  code: 'STORE_UNREACHABLE',
  message: 'The PostgreSQL server cannot be reached.',
  hint: 'Check that the server runs and that host, port and network are right; then try again.',
}

const untrusted: Wording = {
  kind: 'unavailable',
  code: 'STORE_UNTRUSTED',
  message: 'The certificate of the PostgreSQL server cannot be verified; nothing was sent to it.',
  hint: 'Name the certificate of its authority in the address (?sslmode=verify-full&sslrootcert=/path/ca.pem), and the host as the certificate has it.',
}

const unencrypted: Wording = {
  kind: 'unavailable',
  code: 'STORE_UNTRUSTED',
  message: 'The PostgreSQL server does not encrypt connections, but the address of the store demands it.',
  hint: 'Turn on ssl on the server, or remove sslmode from the address if the network can be trusted.',
}

const refused: Wording = {
  kind: 'forbidden',
  code: 'STORE_FORBIDDEN',
  message: 'The PostgreSQL server refused the user or the password.',
  hint: 'Check the user and the password in the address of the store, and what pg_hba.conf allows.',
}

const missing: Wording = {
  kind: 'unavailable',
  code: 'STORE_INVALID',
  message: 'The PostgreSQL server has no database of this name.',
  hint: 'Create it (`createdb`), or change the address of the store.',
}

const indexMissing: Wording = {
  kind: 'unavailable',
  code: 'INDEX_UNAVAILABLE',
  message: 'The index of words is missing from the store.',
  hint: 'Restore the database from a backup, or ingest the documents again into an empty one.',
}

const full: Wording = {
  kind: 'unavailable',
  code: 'STORE_FULL',
  message: 'The disk of the PostgreSQL server is full; nothing was changed.',
  hint: 'Free some space on the server and try again.',
}

const busy: Wording = {
  kind: 'unavailable',
  code: 'STORE_BUSY',
  message:
    'Another process is writing to the same collection and did not finish in time; nothing was changed.',
  hint: 'Try again in a moment.',
}

const damaged: Wording = {
  kind: 'unavailable',
  code: 'STORE_DAMAGED',
  message: 'The PostgreSQL server reports damaged data.',
  hint: 'Read the log of the server, and restore the database from a backup.',
}

/** SQLSTATE codes, or their classes, that a user can do something about. */
const wordings: Readonly<Record<string, Wording>> = {
  '08': unreachable,
  '57': unreachable,
  '57014': {
    kind: 'timeout',
    code: 'STORE_TIMEOUT',
    message: 'The PostgreSQL server ended a statement: it took longer than the call may take.',
    hint: 'Try again in a moment, or ask for less. If it stays, look for long transactions and locks on the server (pg_stat_activity).',
  },
  '28': refused,
  '3D': missing,
  '42501': {
    kind: 'forbidden',
    code: 'STORE_READ_ONLY',
    message: 'The database user may not do this.',
    hint: 'Open the store once with a user that may create the schema `quire`, then grant the rights on it to this user.',
  },
  '25006': {
    kind: 'forbidden',
    code: 'STORE_READ_ONLY',
    message: 'The database can only be read: it is a replica, or its transactions are read-only.',
    hint: 'Searching works. To store or delete, use the address of the primary server.',
  },
  '42P01': {
    kind: 'unavailable',
    code: 'STORE_DAMAGED',
    message: 'A table of the store is missing from the database.',
    hint: 'Restore the database from a backup, or choose another one.',
  },
  '53100': full,
  '53200': {
    kind: 'unavailable',
    code: 'STORE_OUT_OF_MEMORY',
    message: 'The PostgreSQL server ran out of memory.',
    hint: 'Give it more memory, or work on a smaller document.',
  },
  '53300': {
    kind: 'unavailable',
    code: 'STORE_BUSY',
    message: 'The PostgreSQL server has no connection left.',
    hint: 'Raise max_connections, put pgbouncer before it, or try again in a moment.',
  },
  '54': {
    kind: 'too_large',
    code: 'STORE_VALUE_TOO_LARGE',
    message: 'A value is too large to be stored.',
    hint: 'Split the document into smaller parts.',
  },
  '55P03': busy,
  '40': busy,
  XX001: damaged,
  XX002: damaged,
}

const poolerRefusals: readonly (readonly [RegExp, Wording])[] = [
  [/authentication failed|no such user/i, refused],
  [/no such database|database .* does not exist/i, missing],
]

/** Errors of the socket, before there is an answer of the server. */
const socketErrors = [
  'ECONNREFUSED',
  'ECONNRESET',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'EAI_AGAIN',
]

/** Errors of Node when it verifies a certificate. */
const certificateErrors = /^(ERR_TLS_|CERT_|DEPTH_ZERO_|SELF_SIGNED_|UNABLE_TO_|HOSTNAME_MISMATCH)/

/** Converts an error of PostgreSQL to a Failure; returns other errors unchanged. Messages never contain the address. */
export function toStoreFailure(error: unknown): unknown {
  if (error instanceof Failure) return error
  const wording = isMissingIndex(error) ? indexMissing : wordingOf(error)
  if (!wording) return error
  return new Failure(wording.kind, wording.code, wording.message, { hint: wording.hint, cause: error })
}

/** A table that only ranking by words needs does not exist. */
function isMissingIndex(error: unknown): boolean {
  return (
    sqlState(error) === '42P01' &&
    error instanceof Error &&
    /quire\.(?:postings|document_terms)\b/.test(error.message)
  )
}

function wordingOf(error: unknown): Wording | undefined {
  const code = sqlState(error)
  if (socketErrors.includes(code)) return unreachable
  if (certificateErrors.test(code)) return untrusted
  if (error instanceof Error && /does not support SSL connections/.test(error.message)) return unencrypted
  // pgbouncer has one code for all that it refuses.
  if (code === '08P01' && error instanceof Error)
    for (const [pattern, wording] of poolerRefusals) if (pattern.test(error.message)) return wording
  if (/^[0-9A-Z]{5}$/.test(code)) return wordings[code] ?? wordings[code.slice(0, 2)]
  const isLost =
    error instanceof Error &&
    /^(Connection terminated|Client has encountered a connection error|Client was closed|timeout expired|timeout exceeded)/.test(
      error.message,
    )
  return isLost ? unreachable : undefined
}

/** The SQLSTATE of an error of the server, or the code of an error of the socket; empty when it has none. */
export function sqlState(error: unknown): string {
  // Several addresses of one host failed.
  if (error instanceof AggregateError) return sqlState(error.errors[0])
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : ''
}
