import type { Command } from '../../core/contract/shell/command.ts'
import { Failure } from '../../core/model/failure.ts'

export const shells = ['bash', 'zsh', 'fish'] as const

/** Returns the completion script for a shell. `settings` are the flags that every command accepts. */
export function completionScript(
  shell: string,
  commands: readonly Command[],
  settings: readonly string[],
): string {
  const lines = commands.map(command => ({
    path: command.words.join(' '),
    flags: [
      ...command.options.filter(option => !isPlace(command, option.field)).map(option => option.flag),
      'json',
      'help',
    ],
    summary: command.summary,
  }))
  if (shell === 'bash') return bash(lines, settings)
  if (shell === 'zsh') return `autoload -U +X bashcompinit && bashcompinit\n${bash(lines, settings)}`
  if (shell === 'fish') return fish(lines, settings)
  throw new Failure('invalid', 'INVALID_INPUT', `There is no completion for "${shell}".`, {
    hint: `Choose from: ${shells.join(', ')}.`,
  })
}

type Line = { path: string; flags: readonly string[]; summary: string }

function bash(lines: readonly Line[], settings: readonly string[]): string {
  const first = [...new Set(lines.map(line => line.path.split(' ')[0]))].join(' ')
  const seconds = secondWords(lines)
  return [
    '# quire completion: add `eval "$(quire completion bash)"` (or zsh) to the start-up file of your shell.',
    '_quire() {',
    '  local current="${COMP_WORDS[COMP_CWORD]}" command="${COMP_WORDS[1]}" pair="${COMP_WORDS[1]} ${COMP_WORDS[2]}" words=""',
    `  local settings="${settings.map(flag => `--${flag}`).join(' ')}"`,
    `  if [[ $COMP_CWORD -eq 1 ]]; then COMPREPLY=($(compgen -W "${first} help --version --help" -- "$current")); return; fi`,
    '  if [[ $COMP_CWORD -eq 2 && "$current" != -* ]]; then',
    '    case "$command" in',
    ...[...seconds].map(
      ([word, next]) =>
        `      ${word}) COMPREPLY=($(compgen -W "${next.join(' ')}" -- "$current")); return;;`,
    ),
    '    esac',
    '  fi',
    '  case "$pair" in',
    ...lines
      .filter(line => line.path.includes(' '))
      .map(line => `    "${line.path}") words="${line.flags.map(flag => `--${flag}`).join(' ')}";;`),
    '    *) case "$command" in',
    ...lines
      .filter(line => !line.path.includes(' '))
      .map(line => `      ${line.path}) words="${line.flags.map(flag => `--${flag}`).join(' ')}";;`),
    '    esac;;',
    '  esac',
    '  if [[ "$current" == -* ]]; then COMPREPLY=($(compgen -W "$words $settings" -- "$current")); else COMPREPLY=($(compgen -f -- "$current")); fi',
    '}',
    'complete -o filenames -F _quire quire',
    '',
  ].join('\n')
}

function fish(lines: readonly Line[], settings: readonly string[]): string {
  const rows = lines.flatMap(({ path, flags, summary }) => {
    const [first = '', second] = path.split(' ')
    const seen = `__fish_seen_subcommand_from ${first}`
    const condition = second === undefined ? seen : `${seen}; and __fish_seen_subcommand_from ${second}`
    const word =
      second === undefined
        ? `complete -c quire -n __fish_use_subcommand -a ${first} -d ${quote(summary)}`
        : `complete -c quire -n ${quote(`${seen}; and not __fish_seen_subcommand_from ${second}`)} -a ${second} -d ${quote(summary)}`
    return [word, ...flags.map(flag => `complete -c quire -n ${quote(condition)} -l ${flag}`)]
  })
  const toolsets = [...secondWords(lines).keys()].map(
    word => `complete -c quire -n __fish_use_subcommand -a ${word}`,
  )
  return [
    '# quire completion: save as ~/.config/fish/completions/quire.fish',
    ...toolsets,
    ...rows,
    ...settings.map(flag => `complete -c quire -l ${flag}`),
    '',
  ].join('\n')
}

function secondWords(lines: readonly Line[]): Map<string, string[]> {
  const seconds = new Map<string, string[]>()
  for (const { path } of lines) {
    const [first = '', second] = path.split(' ')
    const known = seconds.get(first) ?? []
    if (second !== undefined && !known.includes(second)) seconds.set(first, [...known, second])
  }
  return seconds
}

function isPlace(command: Command, field: string): boolean {
  return command.positionals.some(positional => positional.field === field)
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "\\'")}'`
}
