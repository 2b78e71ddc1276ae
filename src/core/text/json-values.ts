/** A record of unknown values, as files give it. */
export type Loose = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Text or a number as text; null for everything else and for blanks. */
export function textOf(value: unknown): string | null {
  const text = typeof value === 'number' || typeof value === 'bigint' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text.trim() : null
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

export function recordsOf(value: unknown): Loose[] {
  return listOf(value).filter(isRecord)
}

/** A whole number, also when it is written as text. */
export function integerOf(value: unknown): number | null {
  const text = textOf(value)
  return text !== null && /^-?\d+$/.test(text) ? Number(text) : null
}

/** What a table has under a name that comes from outside: never what every object inherits, such as `constructor`. */
export function ownValue<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
