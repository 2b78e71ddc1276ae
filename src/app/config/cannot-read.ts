import { platform } from 'node:process'
import { Failure } from '../../core/model/failure.ts'

/** A secret that other users of the machine can read is used all the same. */
export function warnIfOpen(what: string, path: string, mode: number): string[] {
  const isOpen = platform !== 'win32' && (mode & 0o077) !== 0
  return isOpen ? [`${what} can be read by other users of this machine. Run: chmod 600 ${path}`] : []
}

export function cannotRead(what: string, error: NodeJS.ErrnoException, { hint }: { hint: string }): Failure {
  return new Failure('invalid', 'INVALID_SETTING', `${what} cannot be read: ${error.code}.`, {
    hint,
    cause: error,
  })
}
