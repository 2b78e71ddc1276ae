import { Failure } from '../../../core/model/failure.ts'

const slowHint = 'Split the file into parts, or raise convert.timeout_seconds.'

export function tooLong(name: string, timeMs: number): Failure {
  return new Failure(
    'timeout',
    'CONVERSION_TIMEOUT',
    `Converting ${name} made no progress in ${seconds(timeMs)} of processor time and was stopped.`,
    { hint: slowHint },
  )
}

export function hung(name: string, clockMs: number): Failure {
  return new Failure(
    'timeout',
    'CONVERSION_TIMEOUT',
    `Converting ${name} made no progress for ${seconds(clockMs)} and was stopped.`,
    { hint: slowHint },
  )
}

export function tooMuchMemory(name: string, memoryBytes: number): Failure {
  const limit = Math.round(memoryBytes / 1_000_000)
  return new Failure(
    'too_large',
    'CONVERSION_MEMORY',
    `Converting ${name} needed more than ${limit} MB of memory and was stopped.`,
    {
      hint: 'The file may be made to exhaust memory. If you trust it, split it or raise convert.memory_mb.',
    },
  )
}

/** `complaint` is what the child last wrote to stderr. */
export function crashed(name: string, how: string, complaint: string): Failure {
  const isMemory = /heap out of memory|allocation failed/i.test(complaint)
  return new Failure(
    isMemory ? 'too_large' : 'invalid',
    isMemory ? 'CONVERSION_MEMORY' : 'CONVERSION_CRASHED',
    isMemory ? `Converting ${name} ran out of memory.` : `Converting ${name} crashed the converter (${how}).`,
    {
      hint: 'The file is probably damaged: open it in the program that made it and save it again.',
      ...(complaint === '' ? {} : { cause: new Error(complaint) }),
    },
  )
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`
}
