import type { Hono } from 'hono'
import { errorEnvelope } from '../../core/contract/error-envelope.ts'
import { invoke } from '../../core/contract/invoke.ts'
import { mayCall } from '../../core/contract/permissions.ts'
import type { ToolRow } from '../../core/contract/tool-table.ts'
import { Failure } from '../../core/model/failure.ts'
import type { JsonObject } from '../../core/model/json.ts'
import { currentRights } from '../../core/model/rights.ts'
import { readJson, wrongType, wrongTypeStatus } from '../http/read-json.ts'
import { bodyTooComplex, bodyTooLarge, correlationIdOf, restCaller } from './rest-request.ts'
import type { RestOptions } from './rest-routes.ts'

/**
 * The Lambda server's routes for listing and calling tools, for clients that were written for it. They are not MCP:
 * content may have type "json", and an error is beside the content, with HTTP status 200 and its own status in
 * `status_code`. All toolsets use this one error envelope here.
 */
export function addToolCalls<Services>(app: Hono, options: RestOptions<Services>): void {
  const { table, runtime, maxBodyBytes, run = invoke } = options
  const described = table.rows.map(row => ({ row, description: describeTool(row) }))
  app.get('/mcp/tools/list', context => {
    const open = described.filter(({ row }) => mayCall(row.tool, currentRights()))
    return context.json({ tools: open.map(({ description }) => description), count: open.length })
  })
  app.post('/mcp/tools/call', async context => {
    const request = context.req.raw
    const correlationId = correlationIdOf(request)
    const headers = { 'X-Correlation-Id': correlationId }
    const asked = await readCall(request, maxBodyBytes)
    if (asked instanceof Failure) {
      // The only error with an HTTP status, so that a browser does not treat it as a success.
      const status = asked.kind === 'unsupported' ? { status: wrongTypeStatus } : {}
      return Response.json(errorEnvelope(asked), { headers, ...status })
    }
    const row = table.find(asked.name)
    if (row === undefined) return Response.json(errorEnvelope(unknownTool(asked.name)), { headers })
    const outcome = await run(
      row,
      { input: asked.input, caller: restCaller, signal: request.signal, correlationId },
      runtime,
    )
    const body = outcome.ok ? { content: [contentOf(row, outcome.value)] } : errorEnvelope(outcome.failure)
    return Response.json(body, { headers })
  })
}

function describeTool<Services>({ tool, inputSchema }: ToolRow<Services>) {
  const { name, description, version = '1.0.0', stability = 'stable' } = tool
  return { name, description, version, stability, inputSchema }
}

/** The tool's text field as text if it has one; otherwise the value as indented JSON. */
function contentOf<Services>({ tool }: ToolRow<Services>, value: Record<string, unknown>) {
  const text = tool.textField === undefined ? undefined : value[tool.textField]
  if (typeof text === 'string') return { type: 'text', text }
  return { type: 'json', text: JSON.stringify(value, null, 2) }
}

async function readCall(
  request: Request,
  maxBodyBytes: number,
): Promise<Failure | { name: string; input: JsonObject }> {
  const body = await readJson(request, maxBodyBytes)
  if (body.state === 'too_large') return bodyTooLarge(maxBodyBytes)
  if (body.state === 'too_complex') return bodyTooComplex(body.problem)
  if (body.state === 'wrong_type') {
    const { kind, message } = wrongType('application/json')
    return new Failure(kind, 'INVALID_REQUEST', message, {
      hint: 'Send it with the header "Content-Type: application/json".',
    })
  }
  if (body.state === 'malformed') return invalidRequest('The body is not valid JSON.')
  if (!isObject(body.value)) return invalidRequest('The body is not a JSON object.')
  const { name, arguments: input = {} } = body.value
  if (typeof name !== 'string' || name === '') return invalidRequest('The request does not name a tool.')
  if (!isObject(input)) return invalidRequest('arguments is not a JSON object.')
  return { name, input }
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function invalidRequest(message: string): Failure {
  return new Failure('invalid', 'INVALID_REQUEST', message, {
    hint: 'Send {"name": "<tool>", "arguments": {…}}.',
  })
}

function unknownTool(name: string): Failure {
  return new Failure('not_found', 'UNKNOWN_TOOL', `There is no tool ${JSON.stringify(name.slice(0, 100))}.`, {
    hint: 'GET /mcp/tools/list lists the tools of this server.',
  })
}
