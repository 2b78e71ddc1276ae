import type { Toolset } from '../../core/contract/define-toolset.ts'
import type { Command } from '../../core/contract/shell/command.ts'
import type { Terminal } from '../../core/contract/shell/terminal.ts'
import { belongsTo } from './find-command.ts'
import { placesOf, renderHelp, type Section } from './help.ts'

/** Headings in the order in which a new user needs them. All other headings come between the two lists. */
const firstDay = ['Documents', 'Libraries', 'Projects']
const later = ['Jobs', 'Servers', 'Care']

/** `quire help`: every command under its heading, then the toolsets. */
export function renderOverview<Services>(
  program: { version: string; commands: readonly Command[]; toolsets: readonly Toolset<Services>[] },
  terminal: Terminal,
): string {
  const { bold, dim } = terminal.style
  const sections: Section[] = headingsOf(program.commands).map(title => ({
    title,
    entries: program.commands
      .filter(command => command.group === title)
      .map(command => ({ left: [...command.words, ...placesOf(command)].join(' '), right: command.summary })),
  }))
  const toolsets = program.toolsets
    .filter(toolset => toolset.isHidden !== true)
    .map(toolset => ({ left: `${toolset.name} <tool>`, right: toolset.description }))
  return renderHelp(
    {
      headline: `${bold(`Quire ${program.version}`)}  search papers, books, sites and code, with exact citations`,
      usage: ['quire <command> [arguments] [flags]'],
      sections: [...sections, { title: 'Every tool, by toolset', entries: toolsets }],
      footer: dim(
        'quire <command> --help explains one command; quire help settings lists what can be set by flag,\nenvironment or quire.toml; quire help exit-codes is for scripts.',
      ),
    },
    terminal,
  )
}

/** Returns the headings of all commands, in order. */
function headingsOf(commands: readonly Command[]): string[] {
  const used = new Set(commands.flatMap(({ group }) => group ?? []))
  const others = [...used].filter(title => !firstDay.includes(title) && !later.includes(title))
  return [...firstDay, ...others, ...later].filter(title => used.has(title))
}

/** Help for `quire project` or `quire graph facts`: the commands with these first words; null if there are none. */
export function renderGroup(
  shared: readonly string[],
  commands: readonly Command[],
  terminal: Terminal,
): string | null {
  const own = commands.filter(command => belongsTo(command, shared))
  if (own.length === 0) return null
  const entries = own.map(command => ({
    left: [...command.words.slice(shared.length), ...placesOf(command)].join(' '),
    right: command.summary,
  }))
  const first = shared.join(' ')
  return renderHelp(
    {
      headline: '',
      usage: [`quire ${first} <command> [arguments] [flags]`],
      sections: [{ title: 'Commands', entries }],
      footer: terminal.style.dim(`quire ${first} <command> --help explains one command.`),
    },
    terminal,
  )
}

/** Help for `quire documents`: the tools of one toolset. */
export function renderToolset<Services>(
  toolset: Toolset<Services>,
  commands: readonly Command[],
  terminal: Terminal,
): string {
  const own = commands.filter(command => belongsTo(command, [toolset.name]))
  return renderHelp(
    {
      headline: toolset.description,
      usage: [`quire ${toolset.name} <tool> [arguments] [flags]`],
      sections: [
        {
          title: 'Tools',
          entries: own.map(({ words, summary }) => ({ left: words.slice(1).join(' '), right: summary })),
        },
      ],
      footer: terminal.style.dim(`quire ${toolset.name} <tool> --help explains one tool.`),
    },
    terminal,
  )
}
