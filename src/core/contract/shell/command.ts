import type { Failure } from '../../model/failure.ts'
import type { Terminal } from './terminal.ts'

export type OptionKind = 'boolean' | 'string' | 'integer' | 'number' | 'scalar' | 'object' | 'json'

/** An option of a command, given as a flag or as a positional. */
export type CliOption = {
  /** Name of the value it fills. */
  field: string
  /** Without dashes. */
  flag: string
  kind: OptionKind
  isRepeatable: boolean
  isRequired: boolean
  /** The value that `--no-flag` sets; undefined when there is no such flag. */
  negation?: false | null
  description: string
  default?: unknown
  choices?: readonly string[]
  /** Placeholder of the value in help; derived from the kind unless given. */
  placeholder?: string
  /** Another field that this one replaces: when this option is given, the other is not required and takes no positional. */
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

/** A command of the program. `run` returns the exit code. */
export type Command = {
  words: readonly string[]
  /** Tools that it runs. Hints that name one of these tools name this command on the command line. */
  tools?: readonly string[]
  /** Heading in the overview; null: not listed there. */
  group: string | null
  summary: string
  details?: string
  positionals: readonly Positional[]
  /** All options, including those that are positionals. */
  options: readonly CliOption[]
  examples: readonly Example[]
  run(call: CommandCall): Promise<number>
  /** A failure before the tool was run, in the words of its contract, for scripts that asked for JSON. */
  wordFailure?(failure: Failure): unknown
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

/** An option whose flag has the name of its field. Takes a text unless `more` says otherwise. */
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
