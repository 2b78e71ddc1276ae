import { Failure } from '../../../core/model/failure.ts'

/** For an archive that would unfold to more than is read. */
export function refusedZip(reason: string): Failure {
  return new Failure('too_large', 'SOURCE_TOO_LARGE', `The archive was refused: ${reason}.`, {
    hint: 'Unpack it yourself and give the files you need.',
  })
}

/** For an archive whose bytes contradict themselves. */
export function damagedZip(reason: string, cause?: unknown): Failure {
  return new Failure('invalid', 'BROKEN_SOURCE', `The archive is damaged: ${reason}.`, {
    hint: 'Get the file again from where it came from, or repair it with the program that made it.',
    cause,
  })
}

export function lockedMember(name: string): Failure {
  return new Failure('invalid', 'PASSWORD_REQUIRED', `The archive member ${name} is encrypted.`, {
    hint: 'Unpack the archive with its password and give the files inside.',
  })
}
