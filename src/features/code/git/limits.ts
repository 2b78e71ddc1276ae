import { Failure } from '../../../core/model/failure.ts'

export function refuseTooMany(what: string, files: number, maxFiles: number): void {
  if (files <= maxFiles) return
  throw new Failure(
    'too_large',
    'REPOSITORY_TOO_LARGE',
    `${what} has ${files} files; at most ${maxFiles} are looked at.`,
    { hint: 'Parse a part of it as a folder, or raise graph.max_files.', details: { files, maxFiles } },
  )
}

export function tooManyBytes(what: string, maxBytes: number): Failure {
  return new Failure(
    'too_large',
    'REPOSITORY_TOO_LARGE',
    `${what} is larger than the ${Math.round(maxBytes / 1_000_000)} MB that are fetched.`,
    {
      hint: 'Clone it yourself and parse a folder of it, or raise graph.max_megabytes.',
      details: { maxBytes },
    },
  )
}
