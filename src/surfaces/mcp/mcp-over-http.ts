import type { Toolset } from '../../core/contract/define-toolset.ts'
import type { Runtime } from '../../core/contract/invoke.ts'
import { chooseMount, type ToolTable, toolTable } from '../../core/contract/tool-table.ts'
import { type McpEndpoint, mcpHttpEndpoint } from './http-endpoint.ts'
import { type McpOptions, type McpServerFactory, mcpServerFactory } from './mcp-server-factory.ts'
import { type SessionLimits, sessionBook, usualLimits } from './session-book.ts'
import { sseEndpoint } from './sse-endpoint.ts'

export type McpOverHttpOptions<Services> = Omit<McpOptions<Services>, 'runtime'> & {
  runtime: Runtime<Services>
  /** All toolsets that a client may choose; `table` contains those that are served when it chooses none. */
  toolsets: readonly Toolset<Services>[]
  /** The tools that are listed when a client does not choose, if they are fewer than `table`. */
  listed?: ToolTable<Services>
  maxBodyBytes: number
  sessionLimits?: SessionLimits
  /** Whether other servers have the same store, and get requests of the same clients. */
  sharesClients?: boolean
}

export type McpOverHttp = {
  /** /mcp */
  serve(request: Request, client: string): Promise<Response>
  /** GET /sse */
  openSse(request: Request, client: string): Promise<Response>
  /** POST /messages */
  receiveSse(request: Request): Promise<Response>
  close(): Promise<void>
}

export const messagesPath = '/messages'

/** MCP at one address, where `?toolsets=a,b` selects toolsets. Throws a Failure for an unknown toolset. */
export function mcpOverHttp<Services>(options: McpOverHttpOptions<Services>): McpOverHttp {
  const { maxBodyBytes, runtime } = options
  const book = sessionBook(options.sessionLimits ?? usualLimits, runtime.clock.elapsed)
  const sse = sseEndpoint({ messagesPath, maxBodyBytes, book })
  const served = new Map<string, { createServer: McpServerFactory; endpoint: McpEndpoint }>()
  const onError = (error: Error) => runtime.log.write('debug', 'mcp', { problem: error.message })

  function serving(request: Request) {
    const { listed, reach } = mountFor(request, options)
    const names = listed.map(toolset => toolset.name)
    const key = JSON.stringify([names, reach])
    const known = served.get(key)
    if (known !== undefined) return known
    const createServer = mcpServerFactory({
      ...options,
      runtime: async () => runtime,
      table: toolTable(listed),
      reach,
    })
    const events = options.extensions?.find(extension => names.includes(extension.toolset))?.events
    const endpoint = mcpHttpEndpoint({
      createServer,
      maxBodyBytes,
      book,
      onError,
      sharesClients: options.sharesClients ?? false,
      ...(events ? { events } : {}),
    })
    const made = { createServer, endpoint }
    served.set(key, made)
    return made
  }

  return {
    serve: async (request, client) => serving(request).endpoint.fetch(request, client),
    openSse: async (request, client) => sse.open(serving(request).createServer, client),
    receiveSse: request => sse.receive(request),
    async close() {
      await sse.close()
      await Promise.all([...served.values()].map(({ endpoint }) => endpoint.close()))
    },
  }
}

/** A hidden toolset can be selected by URL only if the server was started with it. */
function mountFor<Services>(request: Request, options: McpOverHttpOptions<Services>) {
  const { table, toolsets, listed = table, reach = null } = options
  const choice = new URL(request.url).searchParams.get('toolsets')
  if (choice === null) return { listed: listed.toolsets, reach }
  const started = table.toolsets.map(toolset => toolset.name)
  const open = toolsets.filter(toolset => toolset.isHidden !== true || started.includes(toolset.name))
  const names = choice.split(',').map(name => name.trim())
  return chooseMount(open, names, reach ?? started)
}
