import type { Correction } from '../../../core/model/correction.ts'

/** A correction as it is stored; labels and reference are JSON. */
export type CorrectionRow = { title: string | null; labels: string; reference: string | null }

export function toCorrection({ title, labels, reference }: CorrectionRow): Correction {
  const known = { title, labels: JSON.parse(labels) }
  return reference === null ? known : { ...known, reference: JSON.parse(reference) }
}
