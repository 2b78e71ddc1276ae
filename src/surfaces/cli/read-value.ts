import type { CliOption } from '../../core/contract/shell/command.ts'
import { Failure } from '../../core/model/failure.ts'

/** One written word as the value an option takes. */
export function readValue(option: CliOption, word: string): unknown {
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

/** A list of objects may also be given whole, as one array. */
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

/** `page=3` gives a number, `file_type=pdf` a text: what reads as JSON is taken as such. */
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
