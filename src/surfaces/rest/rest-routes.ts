import type { Context, Hono } from 'hono'
import type { RestPath } from '../../core/contract/define-tool.ts'
import type { Toolset } from '../../core/contract/define-toolset.ts'
import { type Call, invoke, type Runtime } from '../../core/contract/invoke.ts'
import type { JsonSchema, JsonSchemaNode } from '../../core/contract/json-schema.ts'
import type { PagePictures } from '../../core/contract/page-pictures.ts'
import { mayCall } from '../../core/contract/permissions.ts'
import type { ToolRow, ToolTable } from '../../core/contract/tool-table.ts'
import { Failure, statusOfKind } from '../../core/model/failure.ts'
import { currentRights } from '../../core/model/rights.ts'
import { estimateTokens } from '../../core/text/estimate-tokens.ts'
import { ownValue } from '../../core/text/json-values.ts'
import { readJson, wrongType, wrongTypeStatus } from '../http/read-json.ts'
import { addJobEvents, type JobFeed, jobEventsPath, streamCall } from './event-streams.ts'
import { openApi } from './open-api.ts'
import { addPictureRoute, linesRoute, pictureRoute } from './picture-route.ts'
import {
  answer,
  bodyTooComplex,
  bodyTooLarge,
  correlationIdOf,
  restAddresses,
  restCaller,
  routeOf,
} from './rest-request.ts'
import { addToolCalls } from './tool-calls.ts'
import {
  addFilesUploadRoutes,
  addUploadRoutes,
  type FilesUploadOptions,
  type UploadOptions,
  uploadPaths,
} from './upload-route.ts'

export type RestOptions<Services> = UploadOptions<Services> &
  FilesUploadOptions<Services> & {
    table: ToolTable<Services>
    runtime: Runtime<Services>
    info: { name: string; version: string }
    maxBodyBytes: number
    /** `invoke`, or a wrapper that also tracks running calls. */
    run?: typeof invoke
    /** Draws pages; without it, there are no pictures. */
    pictures?: PagePictures<Services>
    /** Watches jobs; without it, there is no event stream. */
    jobFeed?: JobFeed
    /** Aborts when the server ends, which closes open streams. */
    closing?: AbortSignal
    /** Addresses of the server that are not tools. */
    addresses?: readonly RestPath[]
  }

/** Adds a route per tool, uploads, job events, and the OpenAPI description of all. */
export function addRestRoutes<Services>(app: Hono, options: RestOptions<Services>): void {
  const description = openApi(options.table, options.info, {
    upload: options.upload === undefined ? [] : uploadPaths(options.upload.toolset),
    ...(options.pictures === undefined ? {} : { pictures: options.pictures }),
    filesUploads: options.filesUploads ?? [],
  })
  const index = options.table.rows.map(row => ({ row, description: describeRow(row) }))
  app.get('/openapi.json', context => context.json(description))
  // A page or a program sees from it what its token allows.
  app.get('/api/v1', context => {
    const open = index.filter(({ row }) => mayCall(row.tool, currentRights()))
    return context.json({ tools: open.map(({ description: listed }) => listed) })
  })
  addUploadRoutes(app, options)
  addFilesUploadRoutes(app, options)
  addToolCalls(app, options)
  addJobEvents(app, options)
  addPictureRoute(app, options)
  for (const row of options.table.rows)
    for (const { method, path } of restAddresses(row))
      app.on(method, routeOf(path), context => serveTool(context, row, options))
  addMethodRefusals(app, options)
}

function describeRow<Services>(row: ToolRow<Services>) {
  const { tool, toolset, inputSchema } = row
  const { name, title, description } = tool
  // What most MCP hosts put into the prompt of a model.
  const tokens = estimateTokens(JSON.stringify({ name, description, inputSchema }))
  return { toolset: toolset.name, tool: name, title, tokens, addresses: restAddresses(row) }
}

async function serveTool<Services>(
  context: Context,
  row: ToolRow<Services>,
  { runtime, maxBodyBytes, run = invoke }: RestOptions<Services>,
): Promise<Response> {
  const request = context.req.raw
  const correlationId = correlationIdOf(request)
  const input = await readInput(context, row, maxBodyBytes)
  if (input instanceof Failure) {
    const worded = row.toolset.wordFailure(input, { tool: row.tool.name, correlationId })
    return answer({ ok: false, failure: input, worded, correlationId }, requestStatuses)
  }
  const call: Call = { input, caller: restCaller, signal: request.signal, correlationId }
  if (request.headers.get('accept')?.includes('text/event-stream'))
    return streamCall(correlationId, (progress, hungUp) =>
      run(row, { ...call, progress, signal: AbortSignal.any([request.signal, hungUp]) }, runtime),
    )
  return answer(await run(row, call, runtime))
}

/** Reads the input from the body of a POST, otherwise from the query; values in the path have priority. */
async function readInput<Services>(
  context: Context,
  row: ToolRow<Services>,
  maxBodyBytes: number,
): Promise<Failure | unknown> {
  const fromPath = await coerceInput(Object.entries(context.req.param()), row.inputSchema)
  if (context.req.method !== 'POST') {
    const query = await coerceInput(new URL(context.req.url).searchParams.entries(), row.inputSchema)
    return { ...query, ...fromPath }
  }
  const body = await readJson(context.req.raw, maxBodyBytes)
  if (body.state === 'too_large') return bodyTooLarge(maxBodyBytes)
  if (body.state === 'too_complex') return bodyTooComplex(body.problem)
  if (body.state === 'wrong_type') return wrongType('application/json')
  if (body.state === 'malformed') return malformedBody
  if (Object.keys(fromPath).length === 0) return body.value
  return { ...Object(body.value), ...fromPath }
}

/** Statuses of a request that was refused before its tool ran. */
const requestStatuses = { ...statusOfKind, unsupported: wrongTypeStatus }

const malformedBody = new Failure('invalid', 'INVALID_INPUT', 'The body is not valid JSON.', {
  hint: 'Send the parameters as one JSON object.',
})

/**
 * Converts texts from a query or a path to the types of the schema. A text that does not fit stays a text, so that the
 * tool's own validation reports the problem.
 */
async function coerceInput(
  entries: Iterable<[string, string]>,
  schema: JsonSchema,
): Promise<Record<string, unknown>> {
  const input = new Map<string, unknown>()
  for (const [name, text] of entries) {
    const types = typesOf(ownValue(schema.properties ?? {}, name))
    const value = await coerce(text, types)
    if (!types.has('array') || Array.isArray(value)) input.set(name, value)
    else {
      const before = input.get(name)
      input.set(name, [...(Array.isArray(before) ? before : []), value])
    }
  }
  // Own properties for every name, `__proto__` included, so that the tool's validation sees them all.
  return Object.fromEntries(input)
}

function typesOf(node: JsonSchemaNode | undefined): Set<string> {
  if (node === undefined) return new Set()
  const own = [node.type].flat().filter(type => type !== undefined)
  return new Set([...own, ...(node.anyOf ?? []).flatMap(choice => [...typesOf(choice)])])
}

async function coerce(text: string, types: Set<string>): Promise<unknown> {
  if (text === 'null' && types.has('null')) return null
  if ((text === 'true' || text === 'false') && types.has('boolean')) return text === 'true'
  if ((types.has('integer') || types.has('number')) && text.trim() !== '' && Number.isFinite(Number(text)))
    return Number(text)
  const looksNested =
    (types.has('object') && text.startsWith('{')) || (types.has('array') && text.startsWith('['))
  return looksNested ? new Response(text).json().catch(() => text) : text
}

type Refusable = { methods: Set<string>; tool: string; toolset: Toolset<never> | null }

/** Answers 405 with `Allow` for a known address and another method. Must be added after all other routes. */
function addMethodRefusals<Services>(app: Hono, options: RestOptions<Services>): void {
  for (const [path, known] of refusables(options))
    app.all(routeOf(path), context => refuseMethod(context, known))
}

function refusables<Services>(options: RestOptions<Services>) {
  const { table, upload, filesUploads = [], jobFeed, pictures, addresses = [] } = options
  const paths = new Map<string, Refusable>()
  const unnamed = { tool: '', toolset: null }
  const note = (path: string, method: string, owner: Pick<Refusable, 'tool' | 'toolset'> = unnamed) => {
    const known = paths.get(path) ?? { methods: new Set<string>(), ...owner }
    known.methods.add(method)
    paths.set(path, known)
  }
  for (const row of table.rows)
    for (const { method, path } of restAddresses(row))
      note(path, method, { tool: row.tool.name, toolset: row.toolset })
  if (upload !== undefined)
    for (const path of uploadPaths(upload.toolset))
      note(path, 'POST', { tool: 'upload', toolset: upload.toolset })
  for (const { path, toolset } of filesUploads) note(path, 'POST', { tool: 'upload', toolset })
  if (jobFeed !== undefined && table.find('get_job') !== undefined) note(jobEventsPath, 'GET')
  if (pictures !== undefined) {
    const { row, original, library } = pictures
    for (const route of [pictureRoute(pictures), linesRoute(pictures), original.path, library.path])
      note(route, 'GET', { tool: row.tool.name, toolset: row.toolset })
  }
  for (const path of ['/openapi.json', '/api/v1', '/mcp/tools/list']) note(path, 'GET')
  note('/mcp/tools/call', 'POST')
  for (const { method, path } of addresses) note(path, method)
  return paths
}

function refuseMethod({ req }: Context, { methods, tool, toolset }: Refusable): Response {
  const allowed = [...methods, ...(methods.has('GET') ? ['HEAD'] : [])].join(', ')
  const correlationId = correlationIdOf(req.raw)
  const failure = new Failure(
    'unsupported',
    'METHOD_NOT_ALLOWED',
    `${req.path} does not accept ${req.method.slice(0, 20)}.`,
    { hint: `Use ${[...methods].join(' or ')}.`, details: { http_status: 405, allowed: [...methods] } },
  )
  const worded = toolset?.wordFailure(failure, { tool, correlationId }) ?? {
    error: { code: failure.code, message: failure.message, hint: failure.hint },
  }
  const statuses = { ...statusOfKind, unsupported: 405 }
  return answer({ ok: false, failure, worded, correlationId }, statuses, { Allow: allowed })
}
