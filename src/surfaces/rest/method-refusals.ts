import type { Context, Hono } from 'hono'
import type { Toolset } from '../../core/contract/define-toolset.ts'
import { Failure, statusOfKind } from '../../core/model/failure.ts'
import { answer } from './answer.ts'
import { jobEventsPath } from './job-events.ts'
import { restAddresses, routeOf } from './rest-addresses.ts'
import { correlationIdOf } from './rest-request.ts'
import type { RestOptions } from './rest-routes.ts'
import { uploadPaths } from './upload-route.ts'

type Refusable = { methods: Set<string>; tool: string; toolset: Toolset<never> | null }

/** 405 with `Allow` for a known address and a method that it does not take. Added last: every route goes before. */
export function addMethodRefusals<Services>(app: Hono, options: RestOptions<Services>): void {
  for (const [path, known] of refusables(options))
    app.all(routeOf(path), context => refuseMethod(context, known))
}

function refusables<Services>(options: RestOptions<Services>) {
  const { table, upload, filesUpload, jobFeed, addresses = [] } = options
  const paths = new Map<string, Refusable>()
  const note = (path: string, method: string, tool = '', toolset: Toolset<Services> | null = null) => {
    const known = paths.get(path) ?? { methods: new Set<string>(), tool, toolset }
    known.methods.add(method)
    paths.set(path, known)
  }
  for (const row of table.rows)
    for (const { method, path } of restAddresses(row)) note(path, method, row.tool.name, row.toolset)
  if (upload !== undefined)
    for (const path of uploadPaths(upload.toolset)) note(path, 'POST', 'upload', upload.toolset)
  if (filesUpload !== undefined) note(filesUpload.path, 'POST', 'upload', filesUpload.toolset)
  if (jobFeed !== undefined && table.find('get_job') !== undefined) note(jobEventsPath, 'GET')
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
    `${req.path} does not take ${req.method.slice(0, 20)}.`,
    { hint: `Use ${[...methods].join(' or ')}.`, details: { http_status: 405, allowed: [...methods] } },
  )
  const worded = toolset?.wordFailure(failure, { tool, correlationId }) ?? {
    error: { code: failure.code, message: failure.message, hint: failure.hint },
  }
  const statuses = { ...statusOfKind, unsupported: 405 }
  return answer({ ok: false, failure, worded, correlationId }, statuses, { Allow: allowed })
}
