import { type CliOption, type Command, commonOptions } from '../../core/contract/shell/command.ts'
import { Failure } from '../../core/model/failure.ts'
import { nearest } from '../../core/text/nearest.ts'

export type ParsedArguments = { values: Record<string, unknown>; wantsJson: boolean; wantsHelp: boolean }

/** Parses the words after a command: `--flag value`, `--flag=value`, `--no-flag`, positionals, `--`. */
export function parseArguments(command: Command, argv: readonly string[]): ParsedArguments {
  const options = [...commonOptions, ...command.options]
  const given = new Map<CliOption, unknown[]>()
  const positionals: string[] = []
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? ''
    if (word === '--') {
      positionals.push(...argv.slice(index + 1))
      break
    }
    if (!word.startsWith('-') || word === '-' || /^-\d/.test(word)) {
      positionals.push(word)
      continue
    }
    const { option, inline, isNegated } = matchOption(word, options, command)
    if (isNegated) add(given, option, option.negation)
    else if (option.kind === 'boolean') add(given, option, readValue(option, inline ?? 'true'))
    else add(given, option, readValue(option, inline ?? following(argv, ++index, option)))
  }
  const values = collect(given)
  const { json = false, help = false, ...own } = values
  const wantsHelp = help === true
  const settled = new Set([...given.keys()].flatMap(({ standsFor }) => standsFor ?? []))
  const open = { ...command, positionals: command.positionals.filter(({ field }) => !settled.has(field)) }
  refuseBoth(command, own, settled)
  const extra = placePositionals(open, positionals, own)
  if (extra !== undefined && !wantsHelp) throw oneTooMany(open, extra)
  if (!wantsHelp) requireAll(command, own, settled)
  return { values: own, wantsJson: json === true, wantsHelp }
}

function matchOption(
  word: string,
  options: readonly CliOption[],
  command: Command,
): { option: CliOption; inline: string | undefined; isNegated: boolean } {
  const long = word === '-h' ? '--help' : word
  const equals = long.indexOf('=')
  const flag = (equals === -1 ? long : long.slice(0, equals)).replace(/^--?/, '').replaceAll('_', '-')
  const inline = equals === -1 ? undefined : long.slice(equals + 1)
  const option = options.find(candidate => candidate.flag === flag)
  if (option !== undefined) return { option, inline, isNegated: false }
  const negated = options.find(
    candidate => candidate.negation !== undefined && flag === `no-${candidate.flag}` && inline === undefined,
  )
  if (negated !== undefined) return { option: negated, inline, isNegated: true }
  const guess = nearest(
    flag,
    options.map(candidate => candidate.flag),
  )
  throw new Failure(
    'invalid',
    'INVALID_INPUT',
    `quire ${command.words.join(' ')} has no flag ${word.split('=')[0]}.`,
    {
      hint: guess === null ? `See quire ${command.words.join(' ')} --help.` : `Was --${guess} meant?`,
    },
  )
}

function following(argv: readonly string[], index: number, option: CliOption): string {
  const value = argv[index]
  if (value !== undefined && !value.startsWith('--')) return value
  throw new Failure('invalid', 'INVALID_INPUT', `--${option.flag} needs a value.`, {
    hint: `A value that begins with dashes is written --${option.flag}=VALUE.`,
  })
}

function add(given: Map<CliOption, unknown[]>, option: CliOption, value: unknown): void {
  given.set(option, [...(given.get(option) ?? []), value])
}

/** Repeatable flags become a list, objects are merged, and for any other flag the last value is used. */
function collect(given: ReadonlyMap<CliOption, unknown[]>): Record<string, unknown> {
  const values: Record<string, unknown> = {}
  for (const [option, all] of given)
    if (option.isRepeatable) values[option.field] = all.flat()
    else if (option.kind === 'object') values[option.field] = Object.assign({}, ...all)
    else values[option.field] = all.at(-1)
  return values
}

/** Adds the positionals to the values. Returns the first word that is left over. */
function placePositionals(
  command: Command,
  words: readonly string[],
  values: Record<string, unknown>,
): string | undefined {
  let next = 0
  for (const positional of command.positionals) {
    if (values[positional.field] !== undefined || next >= words.length) continue
    const option = command.options.find(candidate => candidate.field === positional.field)
    if (option === undefined) continue
    const taken = positional.isRepeatable ? words.slice(next) : words.slice(next, next + 1)
    next += taken.length
    const read = taken.map(word => readValue(option, word))
    values[positional.field] = positional.isRepeatable ? read.flat() : read[0]
  }
  return words[next]
}

function oneTooMany(command: Command, word: string): Failure {
  const last = command.positionals.at(-1)
  const isText = ['query', 'text', 'quote', 'question'].includes(last?.field ?? '')
  return new Failure('invalid', 'INVALID_INPUT', `"${word}" is one argument too many.`, {
    hint: isText
      ? `Put a ${last?.field === 'quote' ? 'quotation' : 'question'} of several words in quotes.`
      : `See quire ${command.words.join(' ')} --help.`,
  })
}

/** Throws if a flag and the flag it replaces are both used, such as `--library a --project b`. */
function refuseBoth(command: Command, values: Record<string, unknown>, settled: ReadonlySet<string>): void {
  for (const option of command.options) {
    const { standsFor } = option
    if (standsFor === undefined || !settled.has(standsFor) || values[standsFor] === undefined) continue
    const other = command.options.find(({ field }) => field === standsFor)
    throw new Failure(
      'invalid',
      'INVALID_INPUT',
      `Both --${other?.flag ?? standsFor} and --${option.flag} were given.`,
      {
        hint: 'Use only one of them.',
      },
    )
  }
}

function requireAll(command: Command, values: Record<string, unknown>, settled: ReadonlySet<string>): void {
  const missing = command.options.filter(
    option => option.isRequired && values[option.field] === undefined && !settled.has(option.field),
  )
  if (missing.length === 0) return
  const named = missing.map(option =>
    command.positionals.some(positional => positional.field === option.field)
      ? `<${option.flag}>`
      : `--${option.flag}`,
  )
  throw new Failure(
    'invalid',
    'INVALID_INPUT',
    `quire ${command.words.join(' ')} needs ${named.join(' and ')}.`,
    {
      hint: `See quire ${command.words.join(' ')} --help.`,
    },
  )
}

/** Parses one word as a value of an option. */
function readValue(option: CliOption, word: string): unknown {
  if (option.choices !== undefined && !option.choices.includes(word))
    throw wrong(option, word, `one of ${option.choices.join(', ')}`)
  switch (option.kind) {
    case 'string':
      return word
    case 'boolean':
      if (word === 'true' || word === 'false') return word === 'true'
      throw wrong(option, word, 'true or false')
    case 'integer':
      if (/^-?\d+$/.test(word)) return Number(word)
      throw wrong(option, word, 'a whole number')
    case 'number':
      if (word.trim() !== '' && Number.isFinite(Number(word))) return Number(word)
      throw wrong(option, word, 'a number')
    case 'scalar':
      return /^".*"$/.test(word) ? readJson(option, word) : readNumberOrText(word)
    case 'object':
      return looksLikeJson(option, word) ? readJson(option, word) : readPair(option, word)
    case 'json':
      return readJson(option, word)
  }
}

/** A list of objects may also be written as one JSON array. */
function looksLikeJson({ isRepeatable }: CliOption, word: string): boolean {
  return (isRepeatable ? /^\s*[{[]/ : /^\s*\{/).test(word)
}

function readJson(option: CliOption, word: string): unknown {
  try {
    return JSON.parse(word)
  } catch {
    throw wrong(option, word, 'JSON')
  }
}

/** `page=3` becomes a number, `file_type=pdf` a string. true, false and null are parsed as JSON. */
function readPair(option: CliOption, word: string): Record<string, unknown> {
  const equals = word.indexOf('=')
  if (equals < 1) throw wrong(option, word, 'KEY=VALUE or a JSON object, also from @file or - (a pipe)')
  const written = word.slice(equals + 1)
  return { [word.slice(0, equals)]: readScalar(written) }
}

function readScalar(written: string): unknown {
  return /^(true|false|null)$/.test(written) ? JSON.parse(written) : readNumberOrText(written)
}

function readNumberOrText(written: string): number | string {
  return /^-?(0|[1-9]\d*)(\.\d+)?$/.test(written) ? Number(written) : written
}

function wrong(option: CliOption, word: string, allowed: string): Failure {
  const [line = ''] = word.split(/[\r\n]/, 1)
  const shown = line.length > 60 ? `${line.slice(0, 60)}…` : line
  return new Failure('invalid', 'INVALID_INPUT', `--${option.flag} must be ${allowed}, not "${shown}".`)
}
