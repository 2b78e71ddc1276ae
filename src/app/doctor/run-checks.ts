import { Failure, throwIfAborted } from '../../core/model/failure.ts'
import type { Finding } from '../../core/model/finding.ts'
import type { Config } from '../config/load-config.ts'
import type { Wired } from '../wire.ts'

export type Patient = {
  config: Config
  open(): Promise<Pick<Wired, 'parts' | 'engine' | 'config' | 'tokens'>>
}

export type Diagnosis = Omit<Finding, 'name'>

export type Check = {
  name: string
  examine(patient: Patient, signal: AbortSignal): Promise<Diagnosis | Diagnosis[]>
}

/** Runs the checks one after another. A check that throws is reported as failed; the next ones still run. */
export async function* runChecks(
  checks: readonly Check[],
  patient: Patient,
  signal: AbortSignal,
): AsyncGenerator<Finding> {
  for (const check of checks) {
    throwIfAborted(signal)
    const found = await check.examine(patient, signal).catch(toDiagnosis)
    for (const diagnosis of [found].flat()) yield { name: check.name, ...diagnosis }
  }
}

function toDiagnosis(error: unknown): Diagnosis {
  if (error instanceof Failure)
    return { state: 'fail', says: error.message, ...(error.hint === null ? {} : { remedy: error.hint }) }
  return { state: 'fail', says: error instanceof Error ? error.message : String(error) }
}
