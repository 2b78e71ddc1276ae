import { Failure } from '../../../core/model/failure.ts'

/** For a source that is not what its format promises. `problem` completes "notes.docx …". */
export function brokenSource(name: string, problem: string, cause?: unknown): Failure {
  return new Failure('invalid', 'BROKEN_SOURCE', `${name} ${problem}.`, {
    hint: 'Open it in the program that made it and save it again, or get a fresh copy.',
    cause,
  })
}

/** For a source in which there was nothing to read. */
export function emptySource(name: string): Failure {
  return new Failure('invalid', 'NO_TEXT', `No text could be extracted from ${name}.`, {
    hint: 'It may be empty, or hold its words as pictures: save it as PDF or images to have them recognised, or pass the text with ingest_content.',
  })
}

/** Lets a Failure through and words anything else that a library threw as a broken source. */
export function asBrokenSource(name: string, problem: string, error: unknown): Failure {
  return error instanceof Failure ? error : brokenSource(name, problem, error)
}
