import type { Context, Hono } from 'hono'
import type { RestPath } from '../../core/contract/define-tool.ts'
import { type Call, invoke, type Runtime } from '../../core/contract/invoke.ts'
import type { ToolRow, ToolTable } from '../../core/contract/tool-table.ts'
import { Failure, statusOfKind } from '../../core/model/failure.ts'
import { readJson, wrongType, wrongTypeStatus } from '../http/read-json.ts'
import { answer } from './answer.ts'
import { coerceInput } from './coerce-input.ts'
import { addFilesUploadRoute, type FilesUploadOptions } from './files-upload-route.ts'
import { addJobEvents, type JobFeed } from './job-events.ts'
import { addMethodRefusals } from './method-refusals.ts'
import { openApi } from './open-api.ts'
import { restAddresses, routeOf } from './rest-addresses.ts'
import { bodyTooComplex, bodyTooLarge, correlationIdOf, restCaller } from './rest-request.ts'
import { streamCall } from './stream-call.ts'
import { addToolCalls } from './tool-calls.ts'
import { addUploadRoutes, type UploadOptions, uploadPaths } from './upload-route.ts'

export type RestOptions<Services> = UploadOptions<Services> &
  FilesUploadOptions<Services> & {
    table: ToolTable<Services>
    runtime: Runtime<Services>
    info: { name: string; version: string }
    maxBodyBytes: number
    /** `invoke`, or a wrapper of it that also counts what is running. */
    run?: typeof invoke
    /** Where jobs are watched; without, there is no event stream. */
    jobFeed?: JobFeed
    /** Aborts when the server ends: streams that would go on end with it. */
    closing?: AbortSignal
    /** What is served beside the tools. */
    addresses?: readonly RestPath[]
  }

/** A route per tool, and the description of all of them. */
export function addRestRoutes<Services>(app: Hono, options: RestOptions<Services>): void {
  const description = openApi(options.table, options.info, {
    upload: options.upload === undefined ? [] : uploadPaths(options.upload.toolset),
    filesUpload: options.filesUpload?.path ?? null,
  })
  const index = options.table.rows.map(describeRow)
  app.get('/openapi.json', context => context.json(description))
  app.get('/api/v1', context => context.json({ tools: index }))
  addUploadRoutes(app, options)
  addFilesUploadRoute(app, options)
  addToolCalls(app, options)
  addJobEvents(app, options)
  for (const row of options.table.rows)
    for (const { method, path } of restAddresses(row))
      app.on(method, routeOf(path), context => serveTool(context, row, options))
  addMethodRefusals(app, options)
}

function describeRow<Services>(row: ToolRow<Services>) {
  const { tool, toolset } = row
  return { toolset: toolset.name, tool: tool.name, title: tool.title, addresses: restAddresses(row) }
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

/** From the body, or from the query where there is none; what stands in the path wins. */
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

/** A request that never reached its tool. */
const requestStatuses = { ...statusOfKind, unsupported: wrongTypeStatus }

const malformedBody = new Failure('invalid', 'INVALID_INPUT', 'The body is not valid JSON.', {
  hint: 'Send the parameters as one JSON object.',
})
