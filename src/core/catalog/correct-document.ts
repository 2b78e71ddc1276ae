import { type Correction, type LabelAnchor, splitCorrection } from '../model/correction.ts'
import type { Document } from '../model/document.ts'
import { Failure } from '../model/failure.ts'
import { parseLabel } from '../model/page-label.ts'
import type { Reference } from '../model/reference.ts'
import type { Store } from '../ports/store.ts'

/** What to change in the correction of a document. Null takes the correction of that part back. */
export type CorrectionChange = {
  title?: string | null
  label?: LabelAnchor | null
  reference?: Reference | null
}

/** Changes the correction of a document and returns the correction it has then. Other corrections of it stay. */
export async function correctDocument(
  store: Pick<Store, 'correctDocument'>,
  document: Document,
  change: CorrectionChange,
): Promise<Correction> {
  if (change.label) requirePage(document, change.label)
  const known: Correction = splitCorrection(document).correction ?? { title: null, labels: [] }
  const { title = known.title, reference = known.reference } = change
  const labels = changeLabels(known.labels, change.label)
  const correction = { title, labels, ...(reference ? { reference } : {}) }
  await store.correctDocument(document.id, correction)
  return correction
}

function changeLabels(
  known: readonly LabelAnchor[],
  label: LabelAnchor | null | undefined,
): readonly LabelAnchor[] {
  if (label === undefined) return known
  if (label === null) return []
  return [...known.filter(({ page }) => page !== label.page), label].sort((a, b) => a.page - b.page)
}

function requirePage({ pages, title }: Document, { page, label }: LabelAnchor): void {
  if (pages.length === 0)
    throw new Failure('invalid', 'INVALID_INPUT', `"${title}" has no pages, so it has no page numbers.`, {
      hint: 'Only documents with pages, such as PDF files, have page numbers to correct.',
    })
  if (!pages.some(({ number }) => number === page))
    throw new Failure('invalid', 'INVALID_INPUT', `"${title}" has no physical page ${page}.`, {
      hint: `Its pages are 1 to ${pages.at(-1)?.number ?? pages.length}.`,
    })
  if (parseLabel(label) === null)
    throw new Failure('invalid', 'INVALID_INPUT', `"${label}" is not a page number that can be counted on.`, {
      hint: 'Use a number (465), a Roman numeral (iv), or a number after a prefix (S12, A-3).',
    })
}
