import { Failure } from '../../../core/model/failure.ts'

export const databasePathHint =
  'Set ZOTERO_DB_PATH to the path of zotero.sqlite; Zotero shows its folder under Settings → Advanced → Files and Folders.'

export function databaseNotFound(path: string): Failure {
  return new Failure('not_found', 'ZOTERO_DATABASE_NOT_FOUND', `There is no Zotero database at ${path}.`, {
    hint: databasePathHint,
  })
}

export function notZotero(path: string, reason: string, cause?: unknown): Failure {
  return new Failure('invalid', 'NOT_A_ZOTERO_DATABASE', `${path} is not a Zotero database: ${reason}.`, {
    hint: databasePathHint,
    cause,
  })
}

export function tooOld(path: string): Failure {
  return new Failure(
    'unsupported',
    'ZOTERO_TOO_OLD',
    `The Zotero database ${path} was written by a version before Zotero 5.`,
    { hint: 'Open it once with a current Zotero, which upgrades it.' },
  )
}

export function tooNew(path: string, found: number, known: number): Failure {
  return new Failure(
    'unsupported',
    'ZOTERO_TOO_NEW',
    `The Zotero database ${path} has compatibility version ${found}; ${known} is the newest that can be read.`,
    {
      hint: 'Update this program, or read the library through the running Zotero or the web API.',
      details: { found, known },
    },
  )
}

export function databaseBusy(path: string, cause: unknown): Failure {
  return new Failure(
    'unavailable',
    'ZOTERO_DATABASE_BUSY',
    `The Zotero database ${path} is being written and could be neither read nor copied.`,
    { hint: 'Try again in a moment; if it keeps failing, close Zotero or use its local API.', cause },
  )
}

export function databaseUnreadable(path: string, cause: unknown): Failure {
  const reason = cause instanceof Error ? cause.message : String(cause)
  return new Failure(
    'unavailable',
    'ZOTERO_DATABASE_UNREADABLE',
    `The Zotero database ${path} cannot be read: ${reason}.`,
    { hint: 'Check that this user may read the file and that it opens in Zotero.', cause },
  )
}
