import { z } from 'zod'
import type { Tool, ToolContext } from '../../core/contract/define-tool.ts'
import { toJsonSchema } from '../../core/contract/json-schema.ts'
import type { PagePictures } from '../../core/contract/page-pictures.ts'
import type { Host, ProgramFacts } from '../../core/feature.ts'
import type { Document } from '../../core/model/document.ts'
import { Failure } from '../../core/model/failure.ts'
import type { PageRect } from '../../core/model/geometry.ts'
import { sha256 } from '../../core/model/identity.ts'
import { docId } from './fields.ts'
import { readOriginal } from './read-original.ts'
import { defineTool, type Services } from './services.ts'

const path = '/api/v1/documents/{doc_id}/pages/{page}'
/** Part of the ETag: raise it when the same request draws another picture. */
const drawingVersion = 1
const mostSpans = 100

/** Not in the table of tools: a picture is an answer for HTTP clients only. */
const pagePicture = defineTool({
  name: 'page_picture',
  title: 'Draw a page',
  description:
    'Draw a page of a document as a PNG, with spans of its text marked. The original file must be unchanged and in a folder that the server may read. Text without known places (documents of earlier versions) is not marked.',
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

/** Draws pages over HTTP. Undefined if documents cannot be read there. */
export function pagePictures({ table }: Pick<ProgramFacts, 'table'>): PagePictures<Host> | undefined {
  const row = table.find('get_document')
  if (row === undefined) return undefined
  // SAFETY: the tool is called with the services of the feature of get_document, which is this one.
  const tool = { ...pagePicture, feature: row.tool.feature } as unknown as Tool<Host>
  return {
    path,
    row: {
      toolset: row.toolset,
      tool,
      get inputSchema() {
        return toJsonSchema(pagePicture.input, 'input')
      },
      outputSchema: { type: 'object' },
    },
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
