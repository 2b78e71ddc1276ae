import { secretsInFile } from '../config/show-config.ts'
import type { Check, Diagnosis } from './run-checks.ts'

export const configCheck: Check = {
  name: 'settings',
  async examine({ config }) {
    const warnings = config.warnings.map(
      (says): Diagnosis => ({
        state: 'warn',
        says,
        remedy:
          'quire config show says what is in force and why; quire help settings lists the names there are.',
      }),
    )
    const secrets = secretsInFile(config).map(
      ({ key, name }): Diagnosis => ({
        state: 'warn',
        says: `${key} is a secret, but a file holds it: ${name}.`,
        remedy: `Set it in the environment instead: QUIRE_${key.replaceAll('.', '_').toUpperCase()}`,
      }),
    )
    const { file, project } = config
    const trusted = project?.trust === 'trusted' ? ' (trusted)' : ''
    const files = [file, project && `${project.path}${trusted}`].filter(path => path !== null)
    const source = files.length === 0 ? 'no file, defaults and environment' : files.join(', ')
    return [...warnings, ...secrets].length > 0 ? [...warnings, ...secrets] : { state: 'ok', says: source }
  },
}
