/** Read fields of an answer for renderers. A field that is missing or has another type is empty, never an error. */

export function textField(value: unknown, field: string): string {
  const found = fieldOf(value, field)
  return typeof found === 'string' ? found : typeof found === 'number' ? String(found) : ''
}

export function numberField(value: unknown, field: string): number {
  const found = fieldOf(value, field)
  return typeof found === 'number' ? found : 0
}

export function listField(value: unknown, field: string): unknown[] {
  const found = fieldOf(value, field)
  return Array.isArray(found) ? found : []
}

export function textsField(value: unknown, field: string): string[] {
  return listField(value, field).filter(entry => typeof entry === 'string')
}

function fieldOf(value: unknown, field: string): unknown {
  if (value === null || typeof value !== 'object') return undefined
  return Object.entries(value).find(([name]) => name === field)?.[1]
}

/** "1 file", "1,204 files". */
export function countOf(count: number, noun: string): string {
  return `${count.toLocaleString('en')} ${noun}${count === 1 ? '' : 's'}`
}
