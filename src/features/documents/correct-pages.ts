import { z } from 'zod'
import type { CorrectionChange } from '../../core/catalog/correct-document.ts'
import { optional } from '../../core/contract/json-schema.ts'
import { pageLabelSource } from '../../core/contract/page-label-field.ts'
import { correctedParts } from '../../core/model/correction.ts'
import type { Page } from '../../core/model/document.ts'
import { Failure } from '../../core/model/failure.ts'
import { countOn, parseLabel } from '../../core/model/page-label.ts'
import { docId } from './fields.ts'
import { defineTool } from './services.ts'

const label = z.union([z.int().min(0).max(999_999), z.string().trim().min(1).max(12)])

export const correctPages = defineTool({
  name: 'correct_pages',
  title: 'Correct page numbers',
  description:
    'Set the printed page numbers of a document: of its first page, or from some page on. It survives a new ingest, export and move. Without a change, returns the current ones.',
  asks: [
    'the page numbers of a document are wrong',
    'the first page of this article is page 465',
    'set the printed page of a PDF page',
    'which printed page is a PDF page',
    'undo a correction of page numbers',
  ],
  access: 'write',
  idempotent: true,
  timeoutMs: 15_000,
  failures: ['DOCUMENT_NOT_FOUND', 'FORBIDDEN_PATH'],
  positionals: ['doc_id'],
  tags: ['catalog'],
  shell: {
    aliases: [
      {
        words: ['pages'],
        group: 'Documents',
        summary: 'Show or correct the printed page numbers of a document',
        examples: [
          { line: 'quire pages 1b671a64-40d5-591e-99b0-da01ff1f3341', says: 'Show its page numbers' },
          {
            line: 'quire pages 1b671a64-40d5-591e-99b0-da01ff1f3341 --first 465',
            says: 'The first page is page 465',
          },
          {
            line: 'quire pages 1b671a64-40d5-591e-99b0-da01ff1f3341 --at 12 --label 1',
            says: 'Page 1 is the twelfth page of the file',
          },
          {
            line: 'quire pages 1b671a64-40d5-591e-99b0-da01ff1f3341 --clear',
            says: 'Undo the correction',
          },
        ],
      },
    ],
    render: async () => (await import('./render-corrections.ts')).renderPages,
  },
  input: z.object({
    doc_id: docId.describe('Id from search or list_documents'),
    first: optional(label).describe('Printed number of the first page: 465, "iv", "S12"'),
    at: optional(z.int().min(1).max(1_000_000)).describe('Physical page from which label counts, from 1'),
    label: optional(label).describe('Printed number of the page at'),
    clear: z.boolean().default(false).describe('Undo all corrections of its pages'),
  }),
  output: z.object({
    doc_id: z.string().describe('Id of the document'),
    title: z.string().describe('Title'),
    page_label_source: pageLabelSource,
    corrected: z.boolean().describe('Whether a user corrected the page numbers'),
    ranges: z
      .array(
        z.object({
          from: z.int().describe('First physical page'),
          to: z.int().describe('Last physical page'),
          first_label: z.string().nullable().describe('Printed number of the first; null if unknown'),
          last_label: z.string().nullable().describe('Printed number of the last'),
        }),
      )
      .describe('Pages that are counted without a break'),
  }),
  async run({ engine }, { doc_id, first, at, label, clear }) {
    const change = changeOf({ first, at, label, clear })
    if (change !== null) await engine.catalog.correctDocument(doc_id, change)
    const document = await engine.catalog.readDocument(doc_id)
    return {
      doc_id: document.id,
      title: document.title,
      page_label_source: document.pageLabelSource,
      corrected: correctedParts(document).includes('pages'),
      ranges: toRanges(document.pages),
    }
  },
})

type Asked = {
  first?: number | string | undefined
  at?: number | undefined
  label?: number | string | undefined
  clear: boolean
}

/** Null when only the current numbers are asked for. */
function changeOf({ first, at, label, clear }: Asked): CorrectionChange | null {
  const asked = [first !== undefined, at !== undefined || label !== undefined, clear].filter(Boolean).length
  if (asked > 1)
    throw new Failure('invalid', 'INVALID_INPUT', 'Give either first, or at and label, or clear.', {
      hint: 'Several corrections are several calls; each adds to the earlier ones.',
    })
  if (clear) return { label: null }
  if (first !== undefined) return { label: { page: 1, label: String(first) } }
  if (at === undefined && label === undefined) return null
  if (at === undefined || label === undefined)
    throw new Failure('invalid', 'INVALID_INPUT', `${at === undefined ? 'at' : 'label'} is missing.`, {
      hint: 'at is a physical page and label the number that is printed on it.',
    })
  return { label: { page: at, label: String(label) } }
}

type LabelRange = { from: number; to: number; first_label: string | null; last_label: string | null }

function toRanges(pages: readonly Page[]): LabelRange[] {
  const ranges: LabelRange[] = []
  for (const { number, label } of pages) {
    const open = ranges.at(-1)
    if (open !== undefined && isNext(open.last_label, label))
      Object.assign(open, { to: number, last_label: label })
    else ranges.push({ from: number, to: number, first_label: label, last_label: label })
  }
  return ranges
}

function isNext(before: string | null, label: string | null): boolean {
  if (before === null || label === null) return before === label
  const parsed = parseLabel(before)
  return parsed !== null && countOn(parsed, 1) === label
}
