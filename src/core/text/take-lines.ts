import { Failure } from '../model/failure.ts'

export type LineRange = {
  content: string
  start_line: number
  end_line: number
  total_lines: number
  truncated: boolean
  next_line: number | null
}

/** About as much as a model can read at once. */
export const maxReplyCharacters = 60_000

/** Returns as many of the requested lines as fit, with their line breaks; a first line that does not fit is cut. */
export function takeLines(
  text: string,
  { start, end, most = maxReplyCharacters }: { start: number; end: number | null; most?: number },
): LineRange {
  if (end !== null && end < start)
    throw new Failure('invalid', 'INVALID_INPUT', `end_line ${end} is before start_line ${start}.`)
  const lines = text.match(/[^\r\n]*(?:\r\n|\n|\r)|[^\r\n]+$/g) ?? []
  const wanted = lines.slice(start - 1, end ?? lines.length)
  const fitting = wanted.slice(0, countFitting(wanted, most))
  const [first] = wanted
  const isCut = fitting.length === 0 && first !== undefined
  const taken = isCut ? [first.slice(0, most).toWellFormed()] : fitting
  const last = start - 1 + taken.length
  return {
    content: taken.join(''),
    start_line: start,
    end_line: last,
    total_lines: lines.length,
    truncated: isCut || taken.length < wanted.length,
    next_line: last < lines.length ? last + 1 : null,
  }
}

function countFitting(lines: readonly string[], most: number): number {
  let characters = 0
  const over = lines.findIndex(line => {
    characters += line.length
    return characters > most
  })
  return over < 0 ? lines.length : over
}
