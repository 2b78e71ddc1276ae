import { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { PagePictures } from '../../core/contract/page-pictures.ts'
import type { Host, ProgramFacts } from '../../core/feature.ts'
import type { Document } from '../../core/model/document.ts'
import { Failure } from '../../core/model/failure.ts'
import type { PageRect } from '../../core/model/geometry.ts'
import { sha256 } from '../../core/model/identity.ts'
import { docId } from './fields.ts'
import { exportLibrary, exportPath } from './library-file.ts'
import { readOriginal } from './read-original.ts'
import { rowBeside } from './row-beside.ts'
import { defineTool, type Services } from './services.ts'

const path = '/api/v1/documents/{doc_id}/pages/{page}'
const originalPath = '/api/v1/documents/{doc_id}/original'
/** Part of the ETag: raise it when the same request draws another picture. */
const drawingVersion = 1
const mostSpans = 100

/** Not in the table of tools: a picture is an answer for HTTP clients only. */
const pagePicture = defineTool({
  name: 'page_picture',
  title: 'Draw a page',
  description:
    'Draw a page of a document as a PNG, with spans of its text marked. The original file must be kept (uploads) or unchanged on the disk of the server. Text without known places (documents of earlier versions) is not marked.',
  access: 'read',
  timeoutMs: 30_000,
  failures: ['DOCUMENT_NOT_FOUND', 'PAGE_NOT_FOUND', 'SOURCE_NOT_FOUND', 'SOURCE_CHANGED', 'FORBIDDEN_PATH'],
  input: z.object({
    doc_id: docId.describe('Id of the document'),
    page: z.int().min(1).describe('Physical page, from 1'),
    highlight: z
      .string()
      .max(2_000)
      .regex(/^(?:\d{1,10}-\d{1,10}(?:,\d{1,10}-\d{1,10})*)?$/, 'must be spans such as 120-180,200-260')
      .default('')
      .describe('Spans to mark'),
    width: z.int().min(50).max(2_000).default(1_000).describe('Width in pixels'),
    known: z.string().default('').describe('ETags that the client has'),
  }),
  output: z.object({
    etag: z.string().describe('ETag of the picture'),
    png: z
      .custom<Uint8Array>(value => value instanceof Uint8Array)
      .nullable()
      .describe('The picture; null when the client has it'),
  }),
  async run(context, { doc_id, page, highlight, width, known }) {
    const document = await context.engine.catalog.readDocument(doc_id)
    const spans = toSpans(highlight)
    requirePage(document, page)
    const marks = JSON.stringify([
      drawingVersion,
      document.contentHash,
      document.fingerprint,
      page,
      spans,
      width,
    ])
    const etag = `"${sha256(marks).slice(0, 32)}"`
    if (known.includes(etag)) return { etag, png: null }
    const rects = await rectsOn(context, document, { page, spans })
    const raw = await readOriginal(context, document, context.signal)
    const { png } = await context.engine
      .drawPage(
        raw,
        {
          options: { password: null, ocrLanguages: context.defaults.ocrLanguages },
          drawing: { page, width, show: { kind: 'rects', rects } },
        },
        context,
      )
      .catch(wordPassword)
    return { etag, png }
  },
})

/** Not in the table of tools either: only a viewer needs the place of every line. */
const pageLines = defineTool({
  name: 'page_lines',
  title: 'Place the lines of a page',
  description:
    'Return the size of a page and the rectangle of each printed line with its span in the text of the document, so that a viewer can mark, select and find text on the picture of the page. No lines: their places are not known.',
  access: 'read',
  timeoutMs: 5_000,
  failures: ['DOCUMENT_NOT_FOUND', 'PAGE_NOT_FOUND'],
  input: z.object({
    doc_id: docId.describe('Id of the document'),
    page: z.int().min(1).describe('Physical page, from 1'),
  }),
  output: z.object({
    page: z.int().describe('Physical page, from 1'),
    width: z.number().nullable().describe('In points; null when it is not known'),
    height: z.number().nullable().describe('In points; null when it is not known'),
    lines: z
      .array(
        z.object({
          x0: z.number().describe('Left, in points from the top left'),
          y0: z.number().describe('Top'),
          x1: z.number().describe('Right'),
          y1: z.number().describe('Bottom'),
          start: z.int().describe('Where its text starts in the content of the document'),
          end: z.int().describe('Where it ends'),
          rtl: z.boolean().describe('Whether it is read from right to left'),
        }),
      )
      .describe('Lines in reading order'),
  }),
  async run({ engine }, { doc_id, page }) {
    const document = await engine.catalog.readDocument(doc_id)
    requirePage(document, page)
    const [known] = await engine.catalog.readGeometry(doc_id, { first: page, last: page })
    return {
      page,
      width: known?.width ?? null,
      height: known?.height ?? null,
      lines: (known?.lines ?? []).map(({ isRightToLeft, ...line }) => ({ ...line, rtl: isRightToLeft })),
    }
  },
})

/** Not in the table of tools either: its answer is a file. */
const documentOriginal = defineTool({
  name: 'document_original',
  title: 'Download the original file',
  description:
    'Return the file that a document was made from: the kept upload, or the file on the disk of the server, and only if its bytes are those that were ingested.',
  access: 'read',
  timeoutMs: 30_000,
  failures: ['DOCUMENT_NOT_FOUND', 'SOURCE_NOT_FOUND', 'SOURCE_CHANGED', 'FORBIDDEN_PATH'],
  input: z.object({ doc_id: docId.describe('Id of the document') }),
  output: z.object({
    name: z.string().describe('Name of the file'),
    hash: z.string().describe('SHA-256 of its bytes'),
    bytes: z.custom<Uint8Array>(value => value instanceof Uint8Array).describe('The file'),
  }),
  async run(context, { doc_id }) {
    const document = await context.engine.catalog.readDocument(doc_id)
    const { name, bytes } = await readOriginal(context, document, context.signal)
    return { name, bytes, hash: document.contentHash }
  },
})

/** Serves pages over HTTP. Undefined if documents cannot be read there. */
export function pagePictures({ table }: Pick<ProgramFacts, 'table'>): PagePictures<Host> | undefined {
  const reading = table.find('get_document')
  if (reading === undefined) return undefined
  return {
    path,
    row: rowBeside(pagePicture, reading),
    lines: rowBeside(pageLines, reading),
    original: { path: originalPath, row: rowBeside(documentOriginal, reading) },
    library: { path: exportPath, row: rowBeside(exportLibrary, reading) },
  }
}

type Span = { start: number; end: number }

function toSpans(highlight: string): Span[] {
  if (highlight === '') return []
  const spans = highlight.split(',').map(span => {
    const [start = 0, end = 0] = span.split('-').map(Number)
    if (start < end) return { start, end }
    throw new Failure('invalid', 'INVALID_INPUT', `highlight: the span ${span} is empty.`, {
      hint: 'Pass the start, then the end, as in char_span of a passage.',
    })
  })
  if (spans.length <= mostSpans) return spans
  throw new Failure('invalid', 'INVALID_INPUT', `highlight has ${spans.length} spans.`, {
    hint: `Pass at most ${mostSpans}.`,
  })
}

function requirePage({ id, pages }: Document, page: number): void {
  if (pages.some(({ number }) => number === page)) return
  const last = pages.at(-1)?.number
  throw new Failure('not_found', 'PAGE_NOT_FOUND', `Document ${id} has no page ${page}.`, {
    hint: last === undefined ? 'Its format has no pages.' : `Pass a page from 1 to ${last}.`,
  })
}

async function rectsOn(
  { engine }: ToolContext<Services>,
  document: Document,
  { page, spans }: { page: number; spans: readonly Span[] },
): Promise<PageRect[]> {
  const all = await Promise.all(spans.map(span => engine.locateSpan(document, span)))
  return all.flat().filter(rect => rect.page === page)
}

function wordPassword(error: unknown): never {
  if (!(error instanceof Failure) || error.code !== 'PASSWORD_REQUIRED') throw error
  throw new Failure('invalid', 'PASSWORD_REQUIRED', error.message, {
    hint: 'Passwords are not stored, so pages of encrypted files are not drawn over HTTP.',
    cause: error,
  })
}
