import type { CliOption, Command, Example } from '../../core/contract/shell/command.ts'
import { padTo, widthOf, wrap } from '../../core/contract/shell/style.ts'
import type { Terminal } from '../../core/contract/shell/terminal.ts'

export type Entry = { left: string; right: string; note?: string }
export type Section = { title: string; entries: readonly Entry[] }

export type HelpPage = {
  headline: string
  usage: readonly string[]
  text?: string
  sections: readonly Section[]
  examples?: readonly Example[]
  footer?: string
}

/** Formats a help page: a headline and sections with aligned entries. */
export function renderHelp(page: HelpPage, terminal: Terminal): string {
  const { bold } = terminal.style
  const blocks = [
    ...(page.headline === '' ? [] : [page.headline]),
    [bold('Usage'), ...page.usage.map(line => `  ${line}`)].join('\n'),
    ...(page.text === undefined ? [] : [wrap(page.text, terminal.columns).join('\n')]),
    ...page.sections
      .filter(section => section.entries.length > 0)
      .map(section => [bold(section.title), ...renderEntries(section.entries, terminal)].join('\n')),
    ...(page.examples === undefined || page.examples.length === 0
      ? []
      : [
          [bold('Examples'), ...page.examples.flatMap(example => renderExample(example, terminal))].join(
            '\n',
          ),
        ]),
    ...(page.footer === undefined ? [] : [page.footer]),
  ]
  return `${blocks.join('\n\n')}\n`
}

/** The help page of one command. */
export function renderCommandHelp(command: Command, terminal: Terminal): string {
  const places = command.positionals.map(positional => positional.field)
  const optionOf = (field: string) => command.options.filter(option => option.field === field)
  const flags = command.options.filter(option => !places.includes(option.field))
  const rest = restOf(command)
  return renderHelp(
    {
      headline: command.summary,
      usage: [usageOf(command)],
      ...(rest === '' ? {} : { text: rest }),
      sections: [
        {
          title: 'Arguments',
          entries: command.positionals.flatMap(({ field, placeholder }) =>
            optionOf(field).map(option => toEntry(option, `<${placeholder ?? option.flag}>`)),
          ),
        },
        {
          title: 'Flags',
          entries: [...flags.map(option => toEntry(option, flagOf(option))), ...commonEntries],
        },
      ],
      examples: command.examples,
      footer: terminal.style.dim(
        'Settings such as --home or --store go with every command: quire help settings',
      ),
    },
    terminal,
  )
}

/** Returns the details without the summary, which is already the headline. */
function restOf({ summary, details = '' }: Command): string {
  const rest = details.startsWith(summary) ? details.slice(summary.length) : ''
  return rest.startsWith('.') || details === summary ? rest.replace(/^[.\s]+/, '') : details
}

export function usageOf(command: Command): string {
  const required = command.options
    .filter(option => option.isRequired && !command.positionals.some(({ field }) => field === option.field))
    .map(flagOf)
  return ['quire', ...command.words, ...placesOf(command), ...required, '[flags]'].join(' ')
}

/** Formats positionals: `<query>` if required, `[library]` if optional, with an ellipsis if repeatable. */
export function placesOf(command: Command): string[] {
  return command.positionals.map(({ field, isRepeatable, isRequired, placeholder }) => {
    const name = placeholder ?? field.replaceAll('_', '-')
    return `${isRequired ? `<${name}>` : `[${name}]`}${isRepeatable ? '…' : ''}`
  })
}

const commonEntries: readonly Entry[] = [
  { left: '--json', right: 'Print the answer as JSON, for scripts' },
  { left: '-h, --help', right: 'Show this help' },
]

function toEntry(option: CliOption, left: string): Entry {
  const facts = [
    ...(option.choices === undefined || left.includes(`${option.choices.join('|')}`)
      ? []
      : [`one of ${option.choices.join(', ')}`]),
    ...(option.isRepeatable ? ['repeatable'] : []),
    ...(option.isRequired && left.startsWith('--') ? ['required'] : []),
    ...(isWorthShowing(option.default) ? [defaultOf(option)] : []),
  ]
  return { left, right: option.description, ...(facts.length === 0 ? {} : { note: facts.join('; ') }) }
}

function isWorthShowing(value: unknown): boolean {
  return (
    value !== undefined && value !== null && value !== false && !(Array.isArray(value) && value.length === 0)
  )
}

function defaultOf({ default: value }: CliOption): string {
  if (value === true) return 'on by default'
  return `default: ${typeof value === 'string' ? value : JSON.stringify(value)}`
}

const placeholders: Readonly<Record<CliOption['kind'], string>> = {
  boolean: '',
  string: ' TEXT',
  integer: ' N',
  number: ' X',
  scalar: ' N|TEXT',
  object: ' KEY=VALUE|JSON|@FILE|-',
  json: ' JSON|@FILE|-',
}

function flagOf(option: CliOption): string {
  const isOnByDefault = option.kind === 'boolean' && option.default === true
  const value = placeholderOf(option)
  return isOnByDefault ? `--[no-]${option.flag}` : `--${option.flag}${value}`
}

function placeholderOf({ placeholder, choices, kind }: CliOption): string {
  if (placeholder !== undefined) return ` ${placeholder}`
  const listed = choices?.join('|') ?? ''
  return listed !== '' && listed.length <= 24 ? ` ${listed}` : placeholders[kind]
}

const widestLeft = 34

function renderExample({ line, says }: Example, { style }: Terminal): string[] {
  return [`  ${style.dim(`# ${says}`)}`, `  ${line}`]
}

/** Puts a left side that is too wide on its own line, so that one long flag does not widen the column. */
function renderEntries(entries: readonly Entry[], terminal: Terminal): string[] {
  const fitting = entries.map(entry => widthOf(entry.left)).filter(width => width <= widestLeft)
  const column = Math.max(12, ...fitting) + 4
  return entries.flatMap(({ left, right, note }) => {
    const text = note === undefined ? right : `${right} (${note})`
    const lines = wrap(text, Math.max(24, terminal.columns - column))
    const isWide = widthOf(left) > widestLeft
    const first = isWide ? [`  ${left}`] : [padTo(`  ${left}`, column) + (lines.shift() ?? '')]
    return [...first, ...lines.map(line => ' '.repeat(column) + line)]
  })
}
