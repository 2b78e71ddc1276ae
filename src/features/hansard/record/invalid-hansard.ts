import { Failure } from '../../../core/model/failure.ts'

export function invalidHansard(name: string, problem: string, hint: string, cause?: unknown): Failure {
  return new Failure('invalid', 'INVALID_HANSARD', `${name} ${problem}.`, {
    hint,
    ...(cause === undefined ? {} : { cause }),
  })
}
