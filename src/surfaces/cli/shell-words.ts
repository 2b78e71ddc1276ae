import type { CliOption, Command } from '../../core/contract/shell/command.ts'

/** Rewrites a message for all surfaces as one for users of a shell. */
export type ShellWords = (text: string) => string

/**
 * Messages and hints contain the names of tools and parameters from the contracts. For a shell, a tool is replaced by
 * its shortest command and a parameter by its flag. A name of one word, such as `search`, is also an ordinary word, so
 * it is replaced only after "call" or "use".
 */
export function shellWords(
  commands: readonly Command[],
  own: Pick<Command, 'options' | 'positionals'> | null,
): ShellWords {
  const names = commandNames(commands)
  const flags = flagNames(own)
  return text => {
    const called = text
      .replaceAll(
        /\bCall (?:the tool|it) again with the same (?:input|arguments)\b/g,
        'Run the same command again',
      )
      .replaceAll(/\b([Cc])all again with the same (?:input|arguments)\b/g, (_all, first: string) =>
        first === 'C' ? 'Run the same command again' : 'run the same command again',
      )
      .replaceAll(/\b([Cc])all again\b/g, (_all, first: string) =>
        first === 'C' ? 'Run it again' : 'run it again',
      )
      .replaceAll(/\b([Cc]all|[Uu]se) ([a-z]+)\b/g, (all, verb: string, name: string) => {
        const command = names.get(name)
        return command === undefined
          ? all
          : `${verb === 'Call' || verb === 'Use' ? 'Use' : 'use'} \`${command}\``
      })
    return called
      .replaceAll(/(^|\. )([a-z]+)(?=:? (?:is missing|must)\b)/g, (all, before: string, name: string) =>
        flags.has(name) ? `${before}${flags.get(name)}` : all,
      )
      .replaceAll(
        /(?<![\w/."'`-]|\bquire [a-z]+ )([a-z]+(?:_[a-z]+)+)(?:\(([a-z_]+)=…\))?(?![\w/"'-]|\.\w)/g,
        (all, name: string, parameter: string | undefined) => {
          const command = names.get(name)
          if (command === undefined) return flags.get(name) ?? all
          return parameter === undefined
            ? `\`${command}\``
            : `\`${command} --${parameter.replaceAll('_', '-')} …\``
        },
      )
  }
}

/** Whether a text may name a tool or a parameter. Only then are all commands loaded to translate it. */
export function mayNameTools(text: string): boolean {
  return /[a-z]_[a-z]|\b(?:call|use)\b/i.test(text)
}

/** Rewrites the texts of a command that come from a tool's declaration, for its help page. */
export function inShellWords(command: Command, words: ShellWords): Command {
  return {
    ...command,
    summary: words(command.summary),
    ...(command.details === undefined ? {} : { details: words(command.details) }),
    options: command.options.map(option => ({ ...option, description: words(option.description) })),
  }
}

function commandNames(commands: readonly Command[]): ReadonlyMap<string, string> {
  const names = new Map<string, readonly string[]>()
  for (const { tools = [], words } of commands)
    for (const tool of tools) {
      const known = names.get(tool)
      if (known === undefined || words.length < known.length) names.set(tool, words)
    }
  return new Map(
    [...names].map(([tool, words]) => [tool, ['quire', ...words].join(' ').replaceAll('_', '-')]),
  )
}

function flagNames(own: Pick<Command, 'options' | 'positionals'> | null): ReadonlyMap<string, string> {
  const isPlace = ({ field }: CliOption) => own?.positionals.some(place => place.field === field) === true
  return new Map(
    (own?.options ?? []).map(option => [
      option.field,
      isPlace(option) ? `<${option.flag}>` : `--${option.flag}`,
    ]),
  )
}
