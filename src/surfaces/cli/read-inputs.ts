import { readFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import type { CliOption, Command } from '../../core/contract/shell/command.ts'
import type { Terminal } from '../../core/contract/shell/terminal.ts'
import { Failure } from '../../core/model/failure.ts'

/**
 * Replaces `@file` and `-` with the contents of the file or of stdin, in flags that accept JSON. In other flags, the
 * command handles `-`, and `@` has no special meaning.
 */
export async function readInputs(
  { options }: Pick<Command, 'options'>,
  argv: readonly string[],
  place: { cwd: string; terminal: Pick<Terminal, 'readStdin'>; signal: AbortSignal },
): Promise<string[]> {
  const words: string[] = []
  let isFlagValue: CliOption | null = null
  for (const [index, word] of argv.entries()) {
    if (word === '--') return [...words, ...argv.slice(index)]
    if (isFlagValue !== null) {
      words.push(await readWord(isFlagValue, word, place))
      isFlagValue = null
      continue
    }
    const equals = word.indexOf('=')
    const flag = (equals === -1 ? word : word.slice(0, equals)).replace(/^--/, '').replaceAll('_', '-')
    const option = word.startsWith('--') ? options.find(candidate => candidate.flag === flag) : undefined
    const takesJson = option !== undefined && (option.kind === 'object' || option.kind === 'json')
    if (takesJson && equals === -1) isFlagValue = option
    words.push(
      takesJson && equals !== -1
        ? word.slice(0, equals + 1) + (await readWord(option, word.slice(equals + 1), place))
        : word,
    )
  }
  return words
}

async function readWord(
  option: CliOption,
  word: string,
  { cwd, terminal, signal }: Parameters<typeof readInputs>[2],
): Promise<string> {
  if (word === '-') return content(await terminal.readStdin(signal))
  if (!word.startsWith('@') || word === '@') return word
  const path = resolve(cwd, word.slice(1))
  try {
    return content(await readFile(path, 'utf8'))
  } catch (error) {
    // SAFETY: errors of the file system carry a code.
    const { code } = error as NodeJS.ErrnoException
    throw new Failure(
      code === 'EACCES' ? 'forbidden' : 'not_found',
      'SOURCE_NOT_FOUND',
      `--${option.flag}: ${word.slice(1)} cannot be read (${code ?? 'unknown error'}).`,
      { hint: 'Write the path of a JSON file after the @, or use - to read JSON from a pipe.', cause: error },
    )
  }
}

function content(text: string): string {
  return text.replace(/^\uFEFF/, '').trim()
}
