import type { z } from 'zod'
import { Failure, quoteLine } from '../model/failure.ts'
import { editDistance } from '../text/nearest.ts'

/** A problem with one value: `field` is its path with dots, `problem` a sentence without its full stop. */
type FieldProblem = { field: string; problem: string }

type Issue = z.core.$ZodIssue
type Schema = z.core.$ZodType

/**
 * The input of a tool, checked against its schema and completed with its defaults. Throws INVALID_INPUT, which names each
 * field that is wrong.
 */
export function parseInput(
  { input: schema, longInputs }: InputRules,
  input: unknown,
): Record<string, unknown> {
  refuseOutright(input, longInputs)
  const parsed = strictOf(schema).safeParse(input ?? {})
  if (parsed.success) return parsed.data
  const fields = wordIssues(parsed.error.issues, schema, input ?? {})
  throw new Failure('invalid', 'INVALID_INPUT', fields.map(sayProblem).join(' '), { details: { fields } })
}

type InputRules = { input: z.ZodObject; longInputs?: readonly string[] }

/** Cached, because zod compiles a schema on first use: a new strict schema per call would cost more than the call. */
const strictSchemas = new WeakMap<z.ZodObject, z.ZodObject>()

function strictOf(schema: z.ZodObject): z.ZodObject {
  const known = strictSchemas.get(schema)
  if (known) return known
  const strict = schema.strict()
  strictSchemas.set(schema, strict)
  return strict
}

/** Most characters of one text, of all texts together, and of a name: they can be processed within a few milliseconds. */
const textLimits = { one: 100_000, all: 1_000_000, name: 1_000 }

/**
 * Throws INVALID_INPUT for what no schema rejects: the name `__proto__`, which zod ignores silently, and texts so long that
 * processing them would delay other callers. `longInputs` are the inputs without this limit.
 */
function refuseOutright(input: unknown, longInputs: readonly string[] = []): void {
  let characters = 0
  const count = (text: string, { field, most }: { field: string; most: number }): void => {
    characters += text.length
    if (text.length > most)
      throw tooLong(field, `must have at most ${most} characters, but has ${text.length}`)
    if (characters > textLimits.all)
      throw tooLong(field, `makes the input longer than ${textLimits.all} characters`)
  }
  // The name of the input that each part belongs to; null for the input itself.
  const waiting: [value: unknown, field: string | null][] = [[input, null]]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const [value, field] = next
    const isBound = field === null || !longInputs.includes(field)
    if (typeof value === 'string' && isBound)
      count(value, { field: field ?? 'The input', most: textLimits.one })
    if (typeof value !== 'object' || value === null) continue
    if (Object.hasOwn(value, '__proto__')) throw namedPrototype()
    // No name–value pairs for lists: vectors are long lists of numbers.
    const names = Array.isArray(value) ? null : Object.keys(value)
    // Names of parameters are checked by the schema, which reports unknown ones.
    for (const name of isBound && field !== null ? (names ?? []) : [])
      count(name, { field: `The name ${quoteLine(name, longestEcho)}`, most: textLimits.name })
    for (const [at, part] of Object.values(value).entries())
      if (typeof part === 'string' || typeof part === 'object')
        waiting.push([part, field ?? names?.[at] ?? null])
  }
}

function namedPrototype(): Failure {
  return new Failure('invalid', 'INVALID_INPUT', 'The name "__proto__" cannot be used in the input.', {
    hint: 'Leave it out, or choose another name.',
  })
}

function tooLong(field: string, problem: string): Failure {
  return new Failure('invalid', 'INVALID_INPUT', `${field} ${problem}.`, {
    hint: 'Send whole documents as the content of an ingest tool, or as an upload.',
    details: { fields: [{ field, problem: `${field} ${problem}` }] },
  })
}

/**
 * Turns the issues of zod into sentences for people and models. A message that the schema declares is kept, except that a
 * value which is not there is always reported as missing.
 */
function wordIssues(issues: readonly Issue[], schema: Schema, input: unknown): FieldProblem[] {
  return issues.slice(0, mostProblems).map(issue => ({
    field: issue.code === 'unrecognized_keys' ? '' : nameOf(issue.path),
    problem: wordIssue(issue, schema, input),
  }))
}

/** "top_k must be between 1 and 100." where the message names the field itself, else "top_k: …". */
function sayProblem({ field, problem }: FieldProblem): string {
  const sentence = problem.replace(/\.?$/, '.')
  return field === '' || sentence.startsWith(field) ? sentence : `${field}: ${sentence}`
}

/** Limits that keep an error readable for any input. */
const mostProblems = 20
const mostKeys = 10
const longestEcho = 80

/** Matches the messages that zod writes when a schema has no message of its own. */
const isDefaultMessage = /^(?:Invalid|Too (?:small|big)|Unrecognized)/

function wordIssue(issue: Issue, schema: Schema, input: unknown): string {
  if (issue.code === 'unrecognized_keys') return unknownKeys(issue, schema)
  const given = valueAt(input, issue.path)
  const name = issue.path.length === 0 ? 'The input' : nameOf(issue.path)
  if (given === undefined && issue.path.length > 0)
    return `${name} is missing${meaningOf(schema, issue.path)}`
  if (!isDefaultMessage.test(issue.message)) return issue.message
  const demand = demandOf(issue)
  return demand === null ? issue.message : `${name} ${demand}${contrast(issue, given)}`
}

/** Lists the known parameters, the most similar first. */
function unknownKeys({ keys, path }: Extract<Issue, { code: 'unrecognized_keys' }>, schema: Schema): string {
  const prefix = path.length === 0 ? '' : `${nameOf(path)}.`
  const shown = keys.slice(0, mostKeys).map(key => prefix + quoteLine(key, longestEcho))
  const rest = keys.length > mostKeys ? ` and ${keys.length - mostKeys} more` : ''
  const names = `${shown.join(', ')}${rest}`
  const known = shapeAt(schema, path)
  const distance = (name: string) => editDistance(quoteLine(keys[0] ?? '', longestEcho), name)
  const listed = known.toSorted((one, other) => distance(one) - distance(other)).join(', ')
  const unknown = `Unknown ${keys.length === 1 ? 'parameter' : 'parameters'}: ${names}.`
  if (known.length === 0) return `${unknown} There are no parameters`
  return `${unknown} The parameters are: ${listed}`
}

function nameOf(path: readonly PropertyKey[]): string {
  return path.map(part => quoteLine(String(part), longestEcho)).join('.')
}

/** What the value must be; null for issues without a wording of our own. */
function demandOf(issue: Issue): string | null {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kindNames[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.length === 1 ? '' : 'one of '}${issue.values.map(value => JSON.stringify(value)).join(', ')}`
    case 'too_small':
      return boundOf(
        issue.origin,
        Number(issue.minimum),
        issue.inclusive === false ? 'more than' : 'at least',
      )
    case 'too_big':
      return boundOf(issue.origin, Number(issue.maximum), issue.inclusive === false ? 'less than' : 'at most')
    case 'invalid_union':
      return unionDemand(issue)
    case 'invalid_format':
      return issue.format === 'regex' ? 'does not have the right form' : `must be a valid ${issue.format}`
    default:
      return null
  }
}

const kindNames: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  null: 'null',
}

function boundOf(origin: string, bound: number, words: string): string {
  if (origin === 'string' && bound === 1 && words === 'at least') return 'must not be empty'
  if (origin === 'string') return `must have ${words} ${counted(bound, 'character')}`
  if (origin === 'array' || origin === 'set') return `must have ${words} ${counted(bound, 'item')}`
  return `must be ${words} ${bound}`
}

function counted(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}

function unionDemand(issue: Extract<Issue, { code: 'invalid_union' }>): string | null {
  const options: unknown = Reflect.get(issue, 'options')
  if (Array.isArray(options))
    return `must be one of ${options.map(value => JSON.stringify(value)).join(', ')}`
  const kinds = issue.errors.flatMap(branch =>
    branch.flatMap(inner =>
      inner.code === 'invalid_type' && inner.path.length === 0 ? (kindNames[inner.expected] ?? []) : [],
    ),
  )
  return kinds.length === 0 ? null : `must be ${[...new Set(kinds)].join(' or ')}`
}

/** What was given instead: its type, or the text itself where the allowed texts are listed. */
function contrast({ code }: Issue, given: unknown): string {
  if (code === 'invalid_value' && typeof given === 'string') return `, not "${quoteLine(given, longestEcho)}"`
  if (code !== 'invalid_type' && code !== 'invalid_union') return ''
  if (typeof given === 'number' && !Number.isInteger(given)) return ', not a fraction'
  return `, not ${kindOf(given)}`
}

function kindOf(value: unknown): string {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'a list'
  if (typeof value === 'string') return 'text'
  if (typeof value === 'number') return 'a number'
  return typeof value === 'boolean' ? String(value) : 'an object'
}

/** ": a question or keywords", from the description of the field. */
function meaningOf(schema: Schema, path: readonly PropertyKey[]): string {
  const [meaning = ''] = (descriptionAt(schema, path) ?? '').split(/[.;](?:\s|$)/, 1)
  if (meaning === '') return ''
  const isName = /^\p{Lu}[\p{Lu}\d]/u.test(meaning)
  return `: ${isName ? meaning : meaning.charAt(0).toLowerCase() + meaning.slice(1)}`
}

function valueAt(input: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, part) =>
      value !== null && typeof value === 'object' && Object.hasOwn(value, part)
        ? Reflect.get(value, part)
        : undefined,
    input,
  )
}

function shapeAt(schema: Schema, path: readonly PropertyKey[]): string[] {
  const { shape } = defOf(bare(schemaAt(schema, path)))
  return shape === undefined ? [] : Object.keys(shape)
}

function descriptionAt(schema: Schema, path: readonly PropertyKey[]): string | null {
  for (let at = schemaAt(schema, path); at !== undefined; at = defOf(at).innerType) {
    const description: unknown = Reflect.get(at, 'description')
    if (typeof description === 'string') return description
  }
  return null
}

function schemaAt(schema: Schema, path: readonly PropertyKey[]): Schema | undefined {
  return path.reduce<Schema | undefined>((at, part) => {
    const { shape, element, valueType } = defOf(bare(at))
    if (shape !== undefined) return shape[String(part)]
    return element ?? valueType
  }, schema)
}

type Definition = {
  innerType?: Schema
  in?: Schema
  element?: Schema
  valueType?: Schema
  shape?: Record<string, Schema>
}

/** Unwraps `optional`, `nullable`, `default` and `transform`. */
function bare(schema: Schema | undefined): Schema | undefined {
  const { innerType, in: before } = defOf(schema)
  const inner = innerType ?? before
  return inner === undefined ? schema : bare(inner)
}

function defOf(schema: Schema | undefined): Definition {
  // SAFETY: every kind of zod schema has a definition; only these fields are read, and each may be absent.
  return (schema?._zod.def ?? {}) as Definition
}
