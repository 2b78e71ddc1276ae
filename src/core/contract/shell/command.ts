import type { Terminal } from './terminal.ts'

export type OptionKind = 'boolean' | 'string' | 'integer' | 'number' | 'scalar' | 'object' | 'json'

/** One thing a command can be told, by flag or by place. */
export type CliOption = {
  /** Name of the value it fills. */
  field: string
  /** Without dashes. */
  flag: string
  kind: OptionKind
  isRepeatable: boolean
  isRequired: boolean
  /** `--no-flag` sets it to this, where that makes sense. */
  negation?: false | null
  description: string
  default?: unknown
  choices?: readonly string[]
  /** What stands for the value in help; derived from the kind when not given. */
  placeholder?: string
  /** Another field that is settled by this one: it is neither required nor taken from its place then. */
  standsFor?: string
}

export type Positional = { field: string; isRepeatable: boolean; isRequired: boolean; placeholder?: string }

export type Example = { line: string; says: string }

export type CommandCall = {
  values: Record<string, unknown>
  wantsJson: boolean
  terminal: Terminal
  signal: AbortSignal
}

/** One thing the program can be asked to do. `run` answers with the exit code. */
export type Command = {
  words: readonly string[]
  /** Tools that it runs: hints that name one of them name this command at a shell. */
  tools?: readonly string[]
  /** Heading it is listed under in the overview; null keeps it out of there. */
  group: string | null
  summary: string
  details?: string
  positionals: readonly Positional[]
  /** Including those that positionals fill. */
  options: readonly CliOption[]
  examples: readonly Example[]
  run(call: CommandCall): Promise<number>
}

export const commonOptions: readonly CliOption[] = [
  {
    field: 'json',
    flag: 'json',
    kind: 'boolean',
    isRepeatable: false,
    isRequired: false,
    description: 'Print the answer as JSON, for scripts',
  },
  {
    field: 'help',
    flag: 'help',
    kind: 'boolean',
    isRepeatable: false,
    isRequired: false,
    description: 'Show this help',
  },
]

/** A flag named after its field, taking a text unless said otherwise. */
export function option(field: string, description: string, more: Partial<CliOption> = {}): CliOption {
  return {
    field,
    flag: field.replaceAll('_', '-'),
    kind: 'string',
    isRepeatable: false,
    isRequired: false,
    description,
    ...more,
  }
}
