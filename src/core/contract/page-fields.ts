import { type Cursor, invalidCursor, mostSeen, nameOfBefore, type Position, shortName } from './cursor.ts'
import type { Pages } from './pages.ts'

type Value = Record<string, unknown>

/** A field of an answer that is split over pages. */
export type Field = { path: readonly string[]; isPresent: boolean } & (
  | { kind: 'list'; value: readonly unknown[]; identities: readonly string[] }
  | { kind: 'text'; value: string }
)

/** Reads the fields to split from an answer. A field that the answer lacks is an empty list. */
export function readFields(whole: Value, { of, by }: Pages): Field[] {
  return of.map(name => {
    const path = name.split('.')
    const value = readAt(whole, path)
    if (typeof value === 'string') return { kind: 'text', path, isPresent: true, value }
    const isPresent = Array.isArray(value)
    const list = isPresent ? value : []
    return { kind: 'list', path, isPresent, value: list, identities: list.map(item => identityOf(item, by)) }
  })
}

function identityOf(item: unknown, by: readonly string[] = []): string {
  const own = by.map(name => Object(item)[name])
  const isNamed = own.some(part => part !== undefined)
  return JSON.stringify(isNamed ? own : item)
}

/** The hashes that a cursor at this position contains. */
export function marksOf(field: Field | undefined, offset: number): Pick<Cursor, 'before' | 'seen'> {
  if (field === undefined) return { before: nameOfBefore(''), seen: null }
  if (field.kind === 'text') return { before: nameOfBefore(endOfText(field.value, offset)), seen: null }
  const given = field.identities.slice(0, offset)
  return {
    before: nameOfBefore(given.join('\n')),
    seen: given.length > mostSeen ? null : given.map(shortName),
  }
}

/** The end of the text before the position: enough to recognise it. */
function endOfText(text: string, offset: number): string {
  return `${offset} ${text.slice(Math.max(0, offset - 256), offset)}`
}

/**
 * Finds the position of a cursor in the current answer. If the answer has changed, items that the caller has seen are
 * moved to the front, so that no item is repeated or missing. Throws INVALID_INPUT when this is not possible.
 */
export function resume(
  fields: readonly Field[],
  from: Cursor | null,
): { fields: readonly Field[]; start: Position } {
  if (from === null) return { fields, start: firstPlace(fields, { field: 0, offset: 0 }) }
  const { position, before, seen } = from
  const field = fields[position.field]
  if (field === undefined) throw changed()
  if (position.offset <= field.value.length && marksOf(field, position.offset).before === before)
    return { fields, start: firstPlace(fields, position) }
  if (field.kind === 'text' || seen === null) throw changed()
  const { sorted, offset } = seenFirst(field, seen)
  return {
    fields: fields.with(position.field, sorted),
    start: firstPlace(fields, { field: position.field, offset }),
  }
}

function seenFirst(
  field: Extract<Field, { kind: 'list' }>,
  seen: readonly string[],
): { sorted: Field; offset: number } {
  const isSeen = field.identities.map(identity => seen.includes(shortName(identity)))
  const places = [...isSeen.keys()]
  const order = [...places.filter(place => isSeen[place]), ...places.filter(place => !isSeen[place])]
  return {
    sorted: {
      ...field,
      value: order.map(place => field.value[place]),
      identities: order.flatMap(place => field.identities[place] ?? []),
    },
    offset: isSeen.filter(Boolean).length,
  }
}

/** Moves a position at the end of a field to the next field that is not empty. */
export function firstPlace(fields: readonly Field[], { field, offset }: Position): Position {
  if (field >= fields.length) return { field: fields.length, offset: 0 }
  if (offset < (fields[field]?.value.length ?? 0)) return { field, offset }
  return firstPlace(fields, { field: field + 1, offset: 0 })
}

function changed() {
  return invalidCursor(
    'The answer has changed since this cursor was issued.',
    'Start again without a cursor.',
  )
}

type Reply = Record<string, unknown>

/** Returns the value at a path such as `data.nodes`; undefined when there is none. */
export function readAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>((inner, name) => Object(inner)[name], value)
}

/** Returns a copy of the value with another part at this path. */
export function putAt(value: Reply, [name = '', ...rest]: readonly string[], part: unknown): Reply {
  return { ...value, [name]: rest.length === 0 ? part : putAt(Object(value[name]), rest, part) }
}
