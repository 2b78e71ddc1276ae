import { Failure, type FailureKind } from '../../../core/model/failure.ts'

type Wording = { kind: FailureKind; code: string; message: string; hint: string }

/** SQLite's primary result codes (https://sqlite.org/rescode.html) that a user can do something about. */
const wordings: Readonly<Record<number, Wording>> = {
  3: denied(),
  5: busy(),
  6: busy(),
  7: {
    kind: 'unavailable',
    code: 'STORE_OUT_OF_MEMORY',
    message: 'The store ran out of memory.',
    hint: 'Give the process more memory, or work on a smaller document.',
  },
  8: denied(),
  10: {
    kind: 'unavailable',
    code: 'STORE_IO_ERROR',
    message: 'The disk failed while the store was read or written.',
    hint: 'Check free space and the health of the disk, then run the store check.',
  },
  11: damaged(),
  13: {
    kind: 'unavailable',
    code: 'STORE_FULL',
    message: 'The disk that holds the store is full; nothing was changed.',
    hint: 'Free some space and try again.',
  },
  14: {
    kind: 'unavailable',
    code: 'STORE_UNREACHABLE',
    message: 'The store file cannot be opened.',
    hint: 'Check that its folder exists and that this user may write there.',
  },
  18: {
    kind: 'too_large',
    code: 'STORE_VALUE_TOO_LARGE',
    message: 'A value is too large to be stored.',
    hint: 'Split the document into smaller parts.',
  },
  26: damaged(),
}

/** Converts an error of SQLite to a Failure; returns other errors unchanged. */
export function toStoreFailure(error: unknown): unknown {
  if (error instanceof Failure) return error
  if (isClosed(error))
    return new Failure('unavailable', 'STORE_CLOSED', 'The store is closed.', { cause: error })
  if (isMissingIndex(error)) return indexMissing(error)
  if (isMissingTable(error)) {
    const { kind, code, message, hint } = damaged()
    return new Failure(kind, code, message, { hint, cause: error })
  }
  const wording = wordings[primaryCode(error)]
  if (!wording) return error
  return new Failure(wording.kind, wording.code, wording.message, { hint: wording.hint, cause: error })
}

export function indexMissing(cause?: unknown): Failure {
  return new Failure('unavailable', 'INDEX_UNAVAILABLE', 'The index of words is missing from the store.', {
    hint: 'Run `quire doctor` to check the store; ingest the documents again into a new collection.',
    cause,
  })
}

/** Writing failed. With `cause`, reading fails too. */
export function readOnlyFailure(path: string, cause?: unknown): Failure {
  const { kind, code } = denied()
  if (cause === undefined)
    return new Failure(kind, code, `The store ${path} is open for reading only: it cannot be written.`, {
      hint: 'Searching works. To store or delete, give this user permission to write the file and its folder, or choose another place with --home.',
    })
  return new Failure(
    kind,
    code,
    `The store ${path} has recent changes in a log beside it, which cannot be read without writing there.`,
    {
      hint: 'Run any quire command once as a user who may write there, or copy the whole folder to a place that can be written.',
      cause,
    },
  )
}

/** Whether files that a connection needs beside the database cannot be opened or created. */
export function isUnopenable(error: unknown): boolean {
  const code = primaryCode(error)
  return code === 8 || code === 14
}

/** Whether another connection holds the lock, so that waiting helps. */
export function isBusy(error: unknown): boolean {
  const code = primaryCode(error)
  return code === 5 || code === 6
}

/** Whether the file is not a database. */
export function isNotDatabase(error: unknown): boolean {
  return primaryCode(error) === 26
}

/** The low byte of an extended code is the primary one; 0 when the error is not from SQLite. */
function primaryCode(error: unknown): number {
  if (!(error instanceof Error) || !('errcode' in error)) return 0
  return typeof error.errcode === 'number' ? error.errcode & 0xff : 0
}

/**
 * Whether the SQL did not match the existing tables. The message contains table names, so it is only used as the cause.
 */
export function isSchemaError(error: unknown): boolean {
  return primaryCode(error) === 1
}

function isMissingTable(error: unknown): boolean {
  return isSchemaError(error) && error instanceof Error && /^no such (?:table|column)/.test(error.message)
}

export function isMissingIndex(error: unknown): boolean {
  return primaryCode(error) === 1 && error instanceof Error && /no such table: lexical_/.test(error.message)
}

function isClosed(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_INVALID_STATE'
}

function busy(): Wording {
  return {
    kind: 'unavailable',
    code: 'STORE_BUSY',
    message: 'Another process is writing to the store and did not finish in time; nothing was changed.',
    hint: 'Try again in a moment.',
  }
}

function denied(): Wording {
  return {
    kind: 'forbidden',
    code: 'STORE_READ_ONLY',
    message: 'The store cannot be written: its file or folder is read-only.',
    hint: 'Give this user permission to write the store file and its folder, or choose another place.',
  }
}

function damaged(): Wording {
  return {
    kind: 'unavailable',
    code: 'STORE_DAMAGED',
    message: 'The store file is damaged or is not a database.',
    hint: 'Run the store check; restore the file from a backup or ingest the sources again into a new store.',
  }
}
