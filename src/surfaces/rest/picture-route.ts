import type { Context, Hono } from 'hono'
import { invoke, type Outcome } from '../../core/contract/invoke.ts'
import type { PagePictures } from '../../core/contract/page-pictures.ts'
import type { ToolRow } from '../../core/contract/tool-table.ts'
import type { JsonObject } from '../../core/model/json.ts'
import { answer, correlationIdOf, restCaller, routeOf } from './rest-request.ts'
import type { RestOptions } from './rest-routes.ts'

/** The path of a picture in OpenAPI notation. */
export function picturePath({ path }: { path: string }): string {
  return `${path}.png`
}

/** The same for the router: other names than those of pictures are unknown addresses. */
export function pictureRoute({ path }: { path: string }): string {
  return path.replace('{page}', ':page{[0-9]+\\.png}')
}

/** The route of the lines of a page. */
export function linesRoute({ path }: { path: string }): string {
  return path.replace('{page}', ':page{[0-9]+}')
}

/** Adds the routes that draw a page of a document as a PNG and that return where its lines are. */
export function addPictureRoute<Services>(app: Hono, options: RestOptions<Services>): void {
  const { pictures, runtime, run = invoke } = options
  if (pictures === undefined) return
  app.get(routeOf(pictureRoute(pictures)), context => servePicture(context, pictures, options))
  app.get(routeOf(linesRoute(pictures)), async context => {
    const { raw: request } = context.req
    const input = { doc_id: context.req.param('doc_id'), page: Number(context.req.param('page')) }
    const call = {
      input,
      caller: restCaller,
      signal: request.signal,
      correlationId: correlationIdOf(request),
    }
    return answer(await run(pictures.lines, call, runtime))
  })
  app.get(routeOf(pictures.original.path), context => serveOriginal(context, pictures, options))
  app.get(routeOf(pictures.library.path), context => serveLibrary(context, pictures, options))
}

async function servePicture<Services>(
  context: Context,
  { row }: PagePictures<Services>,
  { runtime, run = invoke }: RestOptions<Services>,
): Promise<Response> {
  const request = context.req.raw
  const correlationId = correlationIdOf(request)
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const input = {
    ...query,
    ...(query.width === undefined ? {} : { width: Number(query.width) }),
    doc_id: context.req.param('doc_id'),
    page: Number.parseInt(context.req.param('page') ?? '', 10),
    known: request.headers.get('if-none-match') ?? '',
  }
  const outcome = await run(
    row,
    { input, caller: restCaller, signal: request.signal, correlationId },
    runtime,
  )
  if (!outcome.ok) return answer(outcome)
  const { etag, png } = outcome.value
  const headers = {
    ETag: String(etag),
    // The file may change or be moved: clients ask again, and get 304 while the picture is the same.
    'Cache-Control': 'private, no-cache',
    'X-Correlation-Id': correlationId,
  }
  if (!(png instanceof Uint8Array)) return new Response(null, { status: 304, headers })
  return new Response(new Uint8Array(png), { headers: { ...headers, 'Content-Type': 'image/png' } })
}

/** Browsers save the file instead of showing it, and never run what is in it. */
const originalHeaders = {
  'Content-Type': 'application/octet-stream',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, no-cache',
}

/** Runs the row of a route that returns a file. */
function runForFile<Services>(
  { req }: Context,
  { row, input }: { row: ToolRow<Services>; input: Record<string, unknown> },
  { runtime, run = invoke }: RestOptions<Services>,
): Promise<Outcome> {
  const { raw: request } = req
  const correlationId = correlationIdOf(request)
  return run(row, { input, caller: restCaller, signal: request.signal, correlationId }, runtime)
}

function fileHeaders(name: unknown, { correlationId }: Outcome): Record<string, string> {
  return {
    ...originalHeaders,
    'Content-Disposition': `attachment; filename*=UTF-8''${encodeName(String(name))}`,
    'X-Correlation-Id': correlationId,
  }
}

async function serveOriginal<Services>(
  context: Context,
  { original: { row } }: PagePictures<Services>,
  options: RestOptions<Services>,
): Promise<Response> {
  const input = { doc_id: context.req.param('doc_id') }
  const outcome = await runForFile(context, { row, input }, options)
  if (!outcome.ok) return answer(outcome)
  const { name, hash, bytes } = outcome.value
  if (!(bytes instanceof Uint8Array)) throw new TypeError(`${row.tool.name} returned no bytes`)
  return new Response(new Uint8Array(bytes), {
    headers: { ...fileHeaders(name, outcome), ETag: `"${hash}"` },
  })
}

/** Sends a library while it is written, so that none is too large. */
async function serveLibrary<Services>(
  context: Context,
  { library: { row } }: PagePictures<Services>,
  options: RestOptions<Services>,
): Promise<Response> {
  const input = { library: context.req.param('library') }
  const outcome = await runForFile(context, { row, input }, options)
  if (!outcome.ok) return answer(outcome)
  // SAFETY: the row of a library returns its lines.
  const lines = outcome.value.lines as AsyncIterable<string>
  const text = ReadableStream.from(encodeLines(lines))
  return new Response(text.pipeThrough(new CompressionStream('gzip')), {
    headers: fileHeaders(outcome.value.name, outcome),
  })
}

async function* encodeLines(lines: AsyncIterable<string>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder()
  for await (const line of lines) yield encoder.encode(`${line}\n`)
}

/** As RFC 8187 wants it. */
function encodeName(name: string): string {
  return encodeURIComponent(name.toWellFormed()).replace(
    /['()*]/g,
    sign => `%${sign.charCodeAt(0).toString(16)}`,
  )
}

/** Describes the route of the original file for OpenAPI. */
export function originalOperation<Services>({ original: { row } }: PagePictures<Services>): JsonObject {
  return {
    operationId: row.tool.name,
    tags: [row.toolset.name],
    summary: row.tool.title,
    description: row.tool.description,
    parameters: pageParameters.slice(0, 1),
    responses: {
      200: {
        description: 'The file, as an attachment. Its ETag is the SHA-256 of its bytes.',
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      403: { description: 'The file is outside the folders that this server may read, and has changed.' },
      404: { description: 'There is no such document, or its file is gone or was not kept.' },
      409: { description: 'The file has changed since it was ingested.' },
    },
  }
}

/** Describes the route of a library's file for OpenAPI. */
export function libraryOperation<Services>({ library: { row } }: PagePictures<Services>): JsonObject {
  return {
    operationId: row.tool.name,
    tags: [row.toolset.name],
    summary: row.tool.title,
    description: row.tool.description,
    parameters: [
      {
        ...{ name: 'library', in: 'path', required: true, description: 'Name of the library' },
        schema: { type: 'string' },
      },
    ],
    responses: {
      200: {
        description: 'The file, compressed, as an attachment.',
        content: { 'application/octet-stream': { schema: { type: 'string', format: 'binary' } } },
      },
      404: { description: 'There is no such library.' },
    },
  }
}

/** Describes the route of the lines for OpenAPI. */
export function linesOperation<Services>({ lines }: PagePictures<Services>): JsonObject {
  return {
    operationId: lines.tool.name,
    tags: [lines.toolset.name],
    summary: lines.tool.title,
    description: lines.tool.description,
    parameters: pageParameters,
    responses: {
      200: {
        description: 'The lines.',
        // SAFETY: z.toJSONSchema returns plain JSON.
        content: { 'application/json': { schema: lines.outputSchema as JsonObject } },
      },
      404: { description: 'There is no such document or page.' },
    },
  }
}

const pageParameters: JsonObject[] = [
  {
    ...{ name: 'doc_id', in: 'path', required: true, description: 'Id of the document' },
    schema: { type: 'string' },
  },
  {
    ...{ name: 'page', in: 'path', required: true, description: 'Physical page, from 1' },
    schema: { type: 'integer', minimum: 1 },
  },
]

/** Describes the route of the picture for OpenAPI. */
export function pictureOperation<Services>({ row }: PagePictures<Services>): JsonObject {
  return {
    operationId: row.tool.name,
    tags: [row.toolset.name],
    summary: row.tool.title,
    description: row.tool.description,
    parameters: [
      ...pageParameters,
      {
        ...{ name: 'highlight', in: 'query', required: false },
        description:
          'Spans of the text to mark, start-end, separated by commas, such as char_span of a passage',
        schema: { type: 'string', pattern: '^\\d+-\\d+(,\\d+-\\d+)*$' },
      },
      {
        ...{ name: 'width', in: 'query', required: false, description: 'Width of the picture in pixels' },
        schema: { type: 'integer', minimum: 50, maximum: 2000, default: 1000 },
      },
    ],
    responses: {
      200: {
        description: 'The page.',
        headers: { ETag: { description: 'For If-None-Match.', schema: { type: 'string' } } },
        content: { 'image/png': { schema: { type: 'string', format: 'binary' } } },
      },
      304: { description: 'The client has this picture.' },
      400: { description: 'A parameter is wrong, or the format has no pages that can be drawn.' },
      403: { description: 'The file is outside the folders that this server may read.' },
      404: { description: 'There is no such document, page or file.' },
      409: { description: 'The file has changed since it was ingested.' },
    },
  }
}
