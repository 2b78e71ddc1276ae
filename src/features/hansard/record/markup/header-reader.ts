import type { SittingHeader } from '../draft.ts'
import type { Attributes } from './scan-markup.ts'

/** Gathers what a file says of the whole day: elements in newer files, attributes of the root in SGML. */
export type HeaderReader = {
  attributes(attributes: Attributes): void
  field(name: string, text: string): void
  finish(): SittingHeader
}

export function headerReader(): HeaderReader {
  const fields = new Map<string, string>()
  const field = (name: string, text: string) => {
    if (text.trim() !== '' && !fields.has(name)) fields.set(name, text.trim())
  }
  return {
    field,
    attributes: attributes => {
      for (const [name, value] of Object.entries(attributes)) field(name, value)
    },
    finish: () => ({
      dates: [fields.get('date'), fields.get('day.start date'), fields.get('day.start')].flatMap(
        date => date ?? [],
      ),
      chamber: fields.get('chamber') ?? null,
      parliament: fields.get('parliament.no') ?? null,
      session: fields.get('session.no') ?? null,
      period: fields.get('period.no') ?? null,
    }),
  }
}
