/** An object with unknown values, as parsed from a file. */
export type Loose = Readonly<Record<string, unknown>>

export function isRecord(value: unknown): value is Loose {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** A text or number as trimmed text; null for everything else and for blank text. */
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

/** An integer, also when it is written as text; otherwise null. */
export function integerOf(value: unknown): number | null {
  const text = textOf(value)
  return text !== null && /^-?\d+$/.test(text) ? Number(text) : null
}

/** The value of an own property. For names from outside: inherited ones such as `constructor` return undefined. */
export function ownValue<T>(table: Readonly<Record<string, T>>, name: string): T | undefined {
  return Object.hasOwn(table, name) ? table[name] : undefined
}
