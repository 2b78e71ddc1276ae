import { createRequire } from 'node:module'
import { Failure } from '../../../core/model/failure.ts'

const require = createRequire(import.meta.url)

/** The path of a file of an optional package; throws CHECKER_MISSING, with how to install it, when it is not installed. */
export function optionalPackage(path: string, install: string): string {
  try {
    return require.resolve(path)
  } catch (cause) {
    throw new Failure(
      'unavailable',
      'CHECKER_MISSING',
      `The type checker is not installed: ${path.split('/')[0]} was not found beside Quire.`,
      { hint: `Run "${install}" where Quire is installed.`, cause },
    )
  }
}
