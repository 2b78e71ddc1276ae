import { secretsInFile } from '../config/show-config.ts'
import type { Check, Diagnosis } from './run-checks.ts'

export const configCheck: Check = {
  name: 'settings',
  async examine({ config }) {
    const warnings = config.warnings.map(
      (says): Diagnosis => ({
        state: 'warn',
        says,
        remedy: 'quire help settings lists the names there are.',
      }),
    )
    const secrets = secretsInFile(config).map(
      (key): Diagnosis => ({
        state: 'warn',
        says: `${key} is a secret, but stands in ${config.file}.`,
        remedy: `Set it in the environment instead: QUIRE_${key.replaceAll('.', '_').toUpperCase()}`,
      }),
    )
    const source = config.file === null ? 'no file, defaults and environment' : config.file
    return [...warnings, ...secrets].length > 0 ? [...warnings, ...secrets] : { state: 'ok', says: source }
  },
}
