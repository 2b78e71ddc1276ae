import type { CliOption } from './command.ts'

/** A flag named after its field, taking a text unless said otherwise. */
export function option(field: string, description: string, more: Partial<CliOption> = {}): CliOption {
  return {
    field,
    flag: field.replaceAll('_', '-'),
    kind: 'string',
    isRepeatable: false,
    isRequired: false,
    description,
    ...more,
  }
}
