import { Failure } from '../../core/model/failure.ts'

/**
 * The same words whether something is there or not: what lies outside the roots is not the caller's to know.
 */
export function forbiddenPath(path: string, roots: readonly string[] | null): Failure {
  if (roots?.length === 0)
    return new Failure(
      'forbidden',
      'FORBIDDEN_PATH',
      `'${path}' cannot be read: this server opens no folder.`,
      {
        hint: 'Start it with --root <folder> (or QUIRE_ROOTS) to open one; with a token (QUIRE_TOKEN) it opens its working directory. Or send the file itself to POST /upload, or its text with ingest_content.',
      },
    )
  return new Failure('forbidden', 'FORBIDDEN_PATH', `'${path}' lies outside the folders that may be read.`, {
    hint: `Allowed are files below ${(roots ?? []).join(', ')}. More can be allowed when starting the server: --root <folder> (or QUIRE_ROOTS).`,
  })
}

const reasons: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file or folder',
  ENOTDIR: 'there is no such file or folder',
  EACCES: 'permission denied',
  EPERM: 'permission denied',
  ELOOP: 'its links lead in a circle',
  ENAMETOOLONG: 'its name is too long',
}

/** What the file system answered, worded for a caller who may not know on which machine the path is looked up. */
export function notReadable(path: string, settings: { workingDirectory: string }, cause: unknown): Failure {
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : ''
  const reason = reasons[code] ?? 'the file system refused'
  const isDenied = code === 'EACCES' || code === 'EPERM'
  return new Failure(
    isDenied ? 'forbidden' : 'not_found',
    isDenied ? 'SOURCE_UNREADABLE' : 'SOURCE_NOT_FOUND',
    `Ingestion failed: cannot read '${path}': ${reason}.`,
    {
      hint: `Paths are looked up on the server, relative ones from its working directory ${settings.workingDirectory}. server_info(check_path=…) tells what it can read.`,
      cause,
    },
  )
}
