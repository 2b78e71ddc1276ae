import {
  emptyReference,
  type PartialDate,
  type Person,
  type Reference,
} from '../../src/core/model/reference.ts'

/** A reference with only the fields that a test needs. */
export function makeReference(fields: Partial<Reference>): Reference {
  return { ...emptyReference, citekey: 'key', ...fields }
}

/** "Last, First", "Last, Jr., First" or, without a comma, one name; `~` separates a particle from its family name. */
export function people(...names: string[]): Person[] {
  return names.map(name => {
    const [last = '', ...rest] = name.split(', ')
    if (rest.length === 0) return { literal: name }
    const [family = '', particle = ''] = last.split('~').reverse()
    return { family, particle, given: rest.at(-1) ?? '', suffix: rest.length > 1 ? (rest[0] ?? '') : '' }
  })
}

export function on(year: number, month: number | null = null, day: number | null = null): PartialDate {
  return { year, month, day }
}
