/** A JSON object of which nothing is known yet. */
export type Loose = Readonly<Record<string, unknown>>

/** An object as such; anything else as one without properties. */
export function recordOf(value: unknown): Loose {
  // SAFETY: what is an object and no list can be asked for any property.
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Loose) : {}
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

/** Text that is not empty; Zotero writes `false` and "" for what is not there. */
export function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}

export function textsOf(value: unknown): string[] {
  return listOf(value).flatMap(entry => textOf(entry) ?? [])
}

export function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null
}
