import { Failure } from '../../../core/model/failure.ts'

/** Something in a file that could not be read as it stands; `line` is 1-based, null when it concerns the whole file. */
export type HansardProblem = { line: number | null; message: string }

const most = 100

/** A ruined file would otherwise report itself line by line. */
export function limitProblems(problems: readonly HansardProblem[]): HansardProblem[] {
  if (problems.length <= most) return [...problems]
  const rest = problems.length - most
  return [...problems.slice(0, most), { line: null, message: `And ${rest} more problems of this kind.` }]
}

export function invalidHansard(name: string, problem: string, hint: string, cause?: unknown): Failure {
  return new Failure('invalid', 'INVALID_HANSARD', `${name} ${problem}.`, {
    hint,
    ...(cause === undefined ? {} : { cause }),
  })
}

/** The line, counted from 1, that an offset into a text stands on. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}
