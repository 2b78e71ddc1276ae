import type { Toolset } from '../../contract/define-toolset.ts'
import type { Runtime } from '../../contract/invoke.ts'
import { chooseToolsets, toolTable } from '../../contract/tool-table.ts'
import { type McpEndpoint, mcpHttpEndpoint } from './http-endpoint.ts'
import { type McpOptions, type McpServerFactory, mcpServerFactory } from './mcp-server-factory.ts'
import { sseEndpoint } from './sse-endpoint.ts'

export type McpOverHttpOptions<Services> = Omit<McpOptions<Services>, 'runtime'> & {
  runtime: Runtime<Services>
  /** Every toolset there is; `table` holds those served when a client does not choose. */
  toolsets: readonly Toolset<Services>[]
  maxBodyBytes: number
}

export type McpOverHttp = {
  /** /mcp */
  serve(request: Request): Promise<Response>
  /** GET /sse */
  openSse(request: Request): Promise<Response>
  /** POST /messages */
  receiveSse(request: Request): Promise<Response>
  close(): Promise<void>
}

export const messagesPath = '/messages'

/** MCP at one address, where `?toolsets=a,b` picks the toolsets. An unknown one is a Failure. */
export function mcpOverHttp<Services>(options: McpOverHttpOptions<Services>): McpOverHttp {
  const { maxBodyBytes, runtime } = options
  const sse = sseEndpoint({ messagesPath, maxBodyBytes })
  const served = new Map<string, { createServer: McpServerFactory; endpoint: McpEndpoint }>()
  const onError = (error: Error) => runtime.log.write('debug', 'mcp', { problem: error.message })

  function serving(request: Request) {
    const chosen = toolsetsFor(request, options)
    const names = chosen.map(toolset => toolset.name)
    const key = names.join(',')
    const known = served.get(key)
    if (known !== undefined) return known
    const createServer = mcpServerFactory({
      ...options,
      runtime: async () => runtime,
      table: toolTable(chosen),
    })
    const events = options.extensions?.find(extension => names.includes(extension.toolset))?.events
    const endpoint = mcpHttpEndpoint({ createServer, maxBodyBytes, onError, ...(events ? { events } : {}) })
    const made = { createServer, endpoint }
    served.set(key, made)
    return made
  }

  return {
    serve: async request => serving(request).endpoint.fetch(request),
    openSse: async request => sse.open(serving(request).createServer),
    receiveSse: request => sse.receive(request),
    async close() {
      await sse.close()
      await Promise.all([...served.values()].map(({ endpoint }) => endpoint.close()))
    },
  }
}

/** A hidden toolset is reached by a URL only where the server was started with it. */
function toolsetsFor<Services>(request: Request, { table, toolsets }: McpOverHttpOptions<Services>) {
  const choice = new URL(request.url).searchParams.get('toolsets')
  if (choice === null) return table.toolsets
  const started = table.toolsets.map(toolset => toolset.name)
  const open = toolsets.filter(toolset => toolset.isHidden !== true || started.includes(toolset.name))
  return chooseToolsets(
    open,
    choice.split(',').map(name => name.trim()),
  )
}
