import { Failure } from '../../../core/model/failure.ts'

/** Damage in a file, or a value that could not be read. `line` is 1-based, null when it concerns the whole file. */
export type HansardProblem = { line: number | null; message: string }

/** Why a whole file was refused: the sentence begins with its `name`. */
type Invalidity = { name: string; problem: string; hint: string; cause?: unknown }

const mostProblems = 100

/** Cuts a long list: a badly damaged file has a problem on nearly every line. */
export function limitProblems(problems: readonly HansardProblem[]): HansardProblem[] {
  if (problems.length <= mostProblems) return [...problems]
  const rest = problems.length - mostProblems
  return [
    ...problems.slice(0, mostProblems),
    { line: null, message: `${rest} more problems are not listed.` },
  ]
}

export function invalidHansard({ name, problem, hint, cause }: Invalidity): Failure {
  return new Failure('invalid', 'INVALID_HANSARD', `${name} ${problem}.`, {
    hint,
    ...(cause === undefined ? {} : { cause }),
  })
}

/** The 1-based line of an offset into a text. */
export function lineAt(text: string, offset: number): number {
  let line = 1
  for (let at = text.indexOf('\n'); at !== -1 && at < offset; at = text.indexOf('\n', at + 1)) line += 1
  return line
}
