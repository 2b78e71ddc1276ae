/** A row as SQLite gives it: nothing is certain of its values. */
export type Row = Record<string, unknown>

/** Zotero's value column has no type, so numbers that were typed come back as numbers. */
export function intoText(value: unknown): string {
  if (value === null || value === undefined) return ''
  return value instanceof Uint8Array ? Buffer.from(value).toString('utf8') : String(value)
}

export function intoNumber(value: unknown): number {
  return typeof value === 'number' || typeof value === 'bigint' ? Number(value) : 0
}

/** Rows by one of their columns, each made into something else, in the order given. */
export function groupRows<T>(rows: readonly Row[], column: string, make: (row: Row) => T): Map<unknown, T[]> {
  const groups = new Map<unknown, T[]>()
  for (const row of rows) {
    const group = groups.get(row[column])
    if (group) group.push(make(row))
    else groups.set(row[column], [make(row)])
  }
  return groups
}
