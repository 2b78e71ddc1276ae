import type { Command } from '../../core/contract/shell/command.ts'
import { Failure } from '../../core/model/failure.ts'
import { nearest } from '../../core/text/nearest.ts'

export type FoundCommand = { command: Command; rest: string[] }

/** Returns the command that a line begins with; the one with most words wins. Names of tools match in kebab-case too. */
export function findCommand(commands: readonly Command[], line: readonly string[]): FoundCommand | null {
  for (let length = Math.min(3, line.length); length > 0; length--) {
    const words = line.slice(0, length)
    const command = commands.find(
      candidate =>
        candidate.words.length === length &&
        candidate.words.every((word, index) => sameWord(word, words[index] ?? '')),
    )
    if (command !== undefined) return { command, rest: line.slice(length) }
  }
  return null
}

export function unknownCommand(commands: readonly Command[], line: readonly string[]): Failure {
  const [first = ''] = line
  for (let depth = Math.min(2, line.length - 1); depth > 0; depth--) {
    const shared = line.slice(0, depth)
    const belongs = commands.filter(command => belongsTo(command, shared))
    const [group, word = ''] = [`quire ${shared.join(' ')}`, line[depth]]
    if (belongs.length > 0)
      return failure(`${group} has no "${word}".`, nearestOf(word, belongs, depth), group)
  }
  const whole = commands.find(({ words }) => words.length === 2 && sameWord(words[1] ?? '', first))
  const guess = whole?.words.join(' ') ?? nearestOf(first, commands, 0)
  return failure(`There is no command "${first}".`, guess, 'quire')
}

/** Whether a command begins with these words and has more. */
export function belongsTo({ words }: Pick<Command, 'words'>, shared: readonly string[]): boolean {
  return words.length > shared.length && shared.every((word, index) => sameWord(words[index] ?? '', word))
}

function nearestOf(word: string, commands: readonly Command[], place: number): string | null {
  return nearest(word, [...new Set(commands.flatMap(command => command.words[place] ?? []))])
}

function failure(message: string, guess: string | null, prefix: string): Failure {
  const hint = guess === null ? `See ${prefix} --help.` : `Was "${guess}" meant? See ${prefix} --help.`
  return new Failure('invalid', 'UNKNOWN_COMMAND', message, { hint })
}

function sameWord(declared: string, written: string): boolean {
  return declared === written || declared.replaceAll('_', '-') === written
}
