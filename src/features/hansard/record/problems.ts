import type { HansardProblem } from '../hansard-reader.ts'

const most = 100

/** A ruined file would otherwise report itself line by line. */
export function limitProblems(problems: readonly HansardProblem[]): HansardProblem[] {
  if (problems.length <= most) return [...problems]
  const rest = problems.length - most
  return [...problems.slice(0, most), { line: null, message: `And ${rest} more problems of this kind.` }]
}
