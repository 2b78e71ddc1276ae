/** A record of unknown make, asked by any of the names a field goes by; case, dots and underscores do not count. */
export type Fields = {
  text(...names: string[]): string | null
  /** What all of the fields of these names list. */
  list(...names: string[]): string[]
  /** Whether there is such a field, empty or not. */
  has(name: string): boolean
}

export function fieldsOf(record: Readonly<Record<string, unknown>>): Fields {
  const byKey = new Map<string, unknown>()
  for (const [name, value] of Object.entries(record)) byKey.set(fieldKey(name), value)
  const first = (names: string[]) => names.map(name => byKey.get(name)).find(value => !isBlank(value))
  return {
    text: (...names) => {
      const value = first(names)
      if (typeof value === 'string') return value.trim()
      return typeof value === 'number' || typeof value === 'boolean' ? String(value) : null
    },
    list: (...names) => names.flatMap(name => itemsOf(byKey.get(name))),
    has: name => byKey.has(name),
  }
}

export function fieldKey(name: string): string {
  return name.toLowerCase().replaceAll(/[^a-z]/g, '')
}

function itemsOf(value: unknown): string[] {
  const items = Array.isArray(value) ? value : typeof value === 'string' ? value.split(/[,;|]/) : []
  return items
    .filter(item => typeof item === 'string')
    .map(item => item.replaceAll(/^[\s['"]+|[\s\]'"]+$/g, ''))
    .filter(item => item !== '')
}

function isBlank(value: unknown): boolean {
  return (
    value === undefined ||
    value === null ||
    value === '' ||
    value === 'NA' ||
    value === 'nan' ||
    value === 'None'
  )
}
