import { delimiter, isAbsolute, join, resolve } from 'node:path'

/** Where a raw value was found, to resolve relative paths and `~`: in a file they start from the folder of the file. */
export type Place = { folder: string; homedir: string }

/** How a type of value is parsed. Raw values are strings (environment, flags) or TOML values. */
export type Kind<T> = {
  /** The allowed values, to complete "must be …" in an error message. */
  allowed: string
  /** Placeholder of the value in help; null for a flag without a value. */
  placeholder: string | null
  isRepeatable: boolean
  /** All allowed values; null when they cannot be listed. */
  choices: readonly string[] | null
  /** Returns undefined when the raw value is not allowed. */
  parse(raw: unknown, place: Place): T | undefined
  /** Returns the files and folders in a parsed value. Those in a project file must be inside its folder. */
  pathsIn(value: T): readonly string[]
}

export const text: Kind<string> = {
  ...single('text that is not empty', 'TEXT'),
  parse: raw => (typeof raw === 'string' && raw.trim() !== '' ? raw.trim() : undefined),
}

export const url: Kind<string> = {
  ...single('an http:// or https:// address', 'URL'),
  parse: raw =>
    typeof raw === 'string' && isHttpUrl(raw.trim()) ? raw.trim().replace(/\/+$/, '') : undefined,
}

export const path: Kind<string> = {
  ...single('a path', 'PATH'),
  parse: (raw, place) => (typeof raw === 'string' && raw !== '' ? toAbsolute(raw, place) : undefined),
  pathsIn: value => [value],
}

/** A program: a bare name is searched in PATH, anything else is a path. */
export const program: Kind<string> = {
  ...single('the name or path of a program', 'PROGRAM'),
  parse(raw, place) {
    if (typeof raw !== 'string' || raw.trim() === '') return undefined
    return isBareName(raw.trim()) ? raw.trim() : toAbsolute(raw.trim(), place)
  },
  pathsIn: value => (isBareName(value) ? [] : [value]),
}

/** A choice that may contain a path after a colon: `gte-small`, `onnx:./folder`, `sqlite:~/papers.db`. */
export const located: Kind<string> = {
  ...single('text that is not empty', 'KIND:PLACE'),
  parse(raw, place) {
    if (typeof raw !== 'string' || raw.trim() === '') return undefined
    const [, kind, path] = /^(sqlite|onnx):(.+)$/.exec(raw.trim()) ?? []
    return kind === undefined || path === undefined ? raw.trim() : `${kind}:${toAbsolute(path, place)}`
  },
  pathsIn: value => /^(?:sqlite|onnx):(.+)$/.exec(value)?.slice(1) ?? [],
}

export const boolean: Kind<boolean> = {
  allowed: 'true or false',
  placeholder: null,
  isRepeatable: false,
  choices: null,
  pathsIn: () => [],
  parse(raw) {
    if (typeof raw === 'boolean') return raw
    const word = String(raw).toLowerCase()
    if (['true', '1', 'yes', 'on'].includes(word)) return true
    return ['false', '0', 'no', 'off'].includes(word) ? false : undefined
  },
}

/** Several words: repeated flags, a TOML list, or one string with commas. */
export const list: Kind<readonly string[]> = {
  ...single('a list of words, separated by commas', 'NAME,…'),
  isRepeatable: true,
  parse: raw => splitEach(raw, ','),
}

/** Several paths: repeated flags, a TOML list, or one string separated as PATH is. */
export const paths: Kind<readonly string[]> = {
  ...single(`a list of paths, separated by "${delimiter}"`, 'PATH'),
  isRepeatable: true,
  parse: (raw, place) => splitEach(raw, delimiter)?.map(entry => toAbsolute(entry, place)),
  pathsIn: value => value,
}

export function integer(minimum: number, maximum: number): Kind<number> {
  return {
    ...single(`a whole number from ${minimum} to ${maximum}`, 'N'),
    parse(raw) {
      if (typeof raw === 'string' && !/^-?\d+$/.test(raw.trim())) return undefined
      const value = Number(raw)
      return Number.isInteger(value) && value >= minimum && value <= maximum ? value : undefined
    },
  }
}

export function choice<const T extends string>(choices: readonly T[]): Kind<T> {
  return {
    ...single(`one of ${choices.join(', ')}`, choices.join('|')),
    choices,
    parse: raw => choices.find(candidate => candidate === String(raw).toLowerCase()),
  }
}

export function optional<T>(kind: Kind<T>): Kind<T | null> {
  return kind
}

function single(allowed: string, placeholder: string) {
  return { allowed, placeholder, isRepeatable: false, choices: null, pathsIn: () => [] }
}

function isBareName(raw: string): boolean {
  return raw !== '~' && !/[/\\]/.test(raw)
}

function isHttpUrl(raw: string): boolean {
  return URL.canParse(raw) && /^https?:$/.test(new URL(raw).protocol)
}

function splitEach(raw: unknown, separator: string): string[] | undefined {
  const entries: unknown[] = Array.isArray(raw) ? raw : [raw]
  if (!entries.every(entry => typeof entry === 'string')) return undefined
  return entries
    .flatMap(entry => entry.split(separator))
    .map(entry => entry.trim())
    .filter(entry => entry !== '')
}

function toAbsolute(raw: string, place: Place): string {
  if (raw === '~') return place.homedir
  if (raw.startsWith('~/')) return join(place.homedir, raw.slice(2))
  return isAbsolute(raw) ? raw : resolve(place.folder, raw)
}
