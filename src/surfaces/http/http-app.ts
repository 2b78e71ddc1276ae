import { Hono, type MiddlewareHandler } from 'hono'
import type { RestPath } from '../../core/contract/define-tool.ts'
import type { ToolTable } from '../../core/contract/tool-table.ts'
import { Failure, statusOfKind } from '../../core/model/failure.ts'
import { type McpOverHttpOptions, mcpOverHttp, messagesPath } from '../mcp/mcp-over-http.ts'
import { addRestRoutes, type RestOptions } from '../rest/rest-routes.ts'
import { assetsPath, pagePaths, type WebPage, wantsPage } from '../web/serve-page.ts'
import { wrongTokens } from './attempts.ts'
import { clientAddress, clientLog } from './client-address.ts'
import { type GuardOptions, guards, securityHeaders } from './guards.ts'
import { addOperationRoutes, type Operation } from './operation-routes.ts'
import {
  addResourceMetadata,
  isMetadataPath,
  metadataUrlOf,
  type ResourceMetadata,
} from './resource-metadata.ts'
import { addSessionRoutes, sessionPath } from './session-routes.ts'

export type HttpAppOptions<Services> = Omit<McpOverHttpOptions<Services>, 'maxBodyBytes'> &
  Pick<
    RestOptions<Services>,
    'upload' | 'filesUploads' | 'maxUploadBytes' | 'watch' | 'jobFeed' | 'pictures'
  > & {
    /** The tools of REST and the page; by default those of MCP, whose definitions cost tokens in every prompt. */
    restTable?: ToolTable<Services>
    guard: Omit<GuardOptions, 'log' | 'audit' | 'isOpen' | 'attempts' | 'clientOf' | 'metadataUrl'>
    /** The address under which clients know the server, without a slash at its end; by default that of each request. */
    publicUrl?: string | null
    /** Proxies whose X-Forwarded-For is believed: addresses or networks. */
    trustedProxies?: readonly string[]
    /** Published where an authorization server issues tokens for this server. */
    resource?: ResourceMetadata | null
    /** The page for people; without it, browsers get the same JSON as programs. */
    page?: WebPage | null
    /** Whether to serve the legacy HTTP+SSE transport at /sse and /messages. */
    sse?: boolean
    maxBodyBytes?: number
    operation?: Operation
    /** Whether the server is about to end and should get no more requests. */
    isDraining?(): boolean
  }

export type HttpApp = {
  fetch(request: Request, env?: object): Response | Promise<Response>
  /** Ends open sessions and streams. */
  close(): Promise<void>
}

const defaultMaxBodyBytes = 16 * 1024 * 1024

const ownAddresses: readonly RestPath[] = ['/', '/healthz', '/readyz', '/metrics'].map(path => ({
  method: 'GET',
  path,
}))
const sseAddresses: readonly RestPath[] = [
  { method: 'GET', path: '/sse' },
  { method: 'POST', path: messagesPath },
]

/** All HTTP routes behind the guards: MCP, REST, health and index. */
export function createHttpApp<Services>(given: HttpAppOptions<Services>): HttpApp {
  const clientOf = clientAddress(given.trustedProxies)
  const clients = clientLog(given.runtime, clientOf)
  const { runtime } = clients
  const options = { ...given, runtime }
  const { info, maxBodyBytes = defaultMaxBodyBytes } = options
  const mcp = mcpOverHttp({ ...options, maxBodyBytes })
  const app = new Hono()
  const closing = new AbortController()

  app.use(clients.serve)
  app.use(securityHeaders)
  app.use(withoutBody)
  const { page = null, resource = null, publicUrl = null } = options
  const attempts = wrongTokens(options.guard.now ?? Date.now)
  app.use(
    guards({
      ...options.guard,
      ...{ log: runtime.log, audit: runtime.audit, attempts, clientOf },
      isOpen: (path, request) => isOpen(path, request, page),
      metadataUrl: resource === null ? null : metadataUrlOf(resource),
    }),
  )
  if (resource !== null) addResourceMetadata(app, resource)
  addOperationRoutes(app, { ...options.operation, isDraining: options.isDraining ?? (() => false) })
  app.get('/', context =>
    page !== null && wantsPage(context.req.raw)
      ? page.document(context.req.raw)
      : context.json(index(publicUrl ?? new URL(context.req.url).origin)),
  )
  if (page !== null) addPageRoutes(app, page)
  addSessionRoutes(app, {
    ...options.guard,
    ...{ attempts, clientOf, runtime },
    isSecure: publicUrl?.startsWith('https:') === true,
  })
  app.all('/mcp', context => mcp.serve(context.req.raw, clientOf(context.env, context.req.raw.headers)))
  if (options.sse === true) {
    app.get('/sse', context => mcp.openSse(context.req.raw, clientOf(context.env, context.req.raw.headers)))
    app.post(messagesPath, context => mcp.receiveSse(context.req.raw))
  }
  const addresses = [...ownAddresses, ...(options.sse === true ? sseAddresses : [])]
  const table = options.restTable ?? options.table
  addRestRoutes(app, { ...options, table, maxBodyBytes, closing: closing.signal, addresses })

  app.notFound(context =>
    context.json(
      errorBody(
        new Failure(
          'not_found',
          'NOT_FOUND',
          `There is nothing at ${context.req.method} ${context.req.path}.`,
          {
            hint: 'GET / lists the addresses of this server.',
          },
        ),
      ),
      404,
    ),
  )
  app.onError((error, context) => {
    // The client closed the connection while sending: not an error of the server.
    if (context.req.raw.signal.aborted) return new Response(null, { status: statusOfKind.cancelled })
    if (error instanceof Failure) return Response.json(errorBody(error), { status: statusOfKind[error.kind] })
    runtime.log.write('error', 'surprise', { error: error.stack ?? error.message })
    const failure = new Failure('internal', 'INTERNAL_ERROR', 'Something went wrong inside the server.')
    return Response.json(errorBody(failure), { status: 500 })
  })
  return {
    fetch: (request, env) => app.fetch(request, env),
    close() {
      closing.abort()
      return mcp.close()
    },
  }

  function index(origin: string) {
    return {
      name: info.name,
      version: info.version,
      mcp: `${origin}/mcp`,
      ...(options.sse === true ? { sse: `${origin}/sse` } : {}),
      rest: `${origin}/api/v1`,
      openapi: `${origin}/openapi.json`,
      ...(options.upload === undefined ? {} : { upload: `${origin}/upload` }),
      health: `${origin}/healthz`,
      toolsets: (options.restTable ?? options.table).toolsets.map(({ name, title, tools }) => ({
        name,
        title,
        tools: tools.length,
      })),
    }
  }
}

function addPageRoutes(app: Hono, page: WebPage): void {
  for (const path of pagePaths) app.get(path, context => page.document(context.req.raw))
  app.get(
    `${assetsPath}:name`,
    async (context, next) => page.asset(context.req.param('name'), context.req.raw) ?? (await next()),
  )
}

const openPaths: ReadonlySet<string> = new Set(['/healthz', '/readyz', sessionPath])

/** Requests that need no token: whether the server runs, the files of the page, and signing in. */
function isOpen(pathname: string, request: Request, page: WebPage | null): boolean {
  if (openPaths.has(pathname) || isMetadataPath(pathname)) return true
  if (page === null || (request.method !== 'GET' && request.method !== 'HEAD')) return false
  const isPage = pagePaths.some(
    path => pathname === path || (path.endsWith('*') && pathname.startsWith(path.slice(0, -1))),
  )
  return isPage || pathname.startsWith(assetsPath) || (pathname === '/' && wantsPage(request))
}

/** HEAD runs the GET route without sending its body. A stream must be cancelled, or it would stay open forever. */
const withoutBody: MiddlewareHandler = async (context, next) => {
  await next()
  if (context.req.method === 'HEAD') await context.res.body?.cancel()
}

function errorBody({ code, message, hint }: Failure) {
  return { error: { code, message, hint } }
}
