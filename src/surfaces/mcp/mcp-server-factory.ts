import {
  type CallToolResult,
  CLIENT_INFO_META_KEY,
  type InputRequiredResult,
  type Tool as McpTool,
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type ServerCapabilities,
  type ServerContext,
  type ServerEventBus,
  type ServerOptions,
} from '@modelcontextprotocol/server'
import type { Caller } from '../../core/contract/caller.ts'
import { invoke, invokeOpening, type Runtime } from '../../core/contract/invoke.ts'
import { mayCall, requireRights } from '../../core/contract/permissions.ts'
import { type ResourceProvider, toolsetResources } from '../../core/contract/resources.ts'
import type { ToolTable } from '../../core/contract/tool-table.ts'
import { quoteLine } from '../../core/model/failure.ts'
import { currentRights } from '../../core/model/rights.ts'
import { callSignal, openProgress, toCallToolResult, toMcpTool } from './mcp-tools.ts'
import { servePrompts, serveResources } from './resources-and-prompts.ts'
import {
  jobOf,
  serveTasks,
  speaksTasks,
  type TaskProvider,
  taskCreated,
  taskPatienceMs,
  tasksExtension,
} from './tasks.ts'
import { type Views, viewResources, viewsExtension } from './view-resources.ts'

export type ServerInfo = { name: string; version: string; title?: string; websiteUrl?: string }

/** A tool that uses the protocol directly: raw content blocks, or requests to the client. */
export type RawTool = {
  definition: McpTool
  call(
    input: Record<string, unknown>,
    context: ServerContext,
  ): CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>
}

/**
 * What one toolset adds to MCP that the tool table cannot express. It is active when its toolset is mounted. The
 * product's own toolsets have none.
 */
export type McpExtension = {
  toolset: string
  tools: readonly RawTool[]
  resources: ResourceProvider
  capabilities: ServerCapabilities
  /** Publishes changes to open subscriptions. */
  events: ServerEventBus
  verifyRequestState: NonNullable<NonNullable<ServerOptions['requestState']>['verify']>
  /** Adds handlers for methods that the surface does not handle. */
  install(server: Server): void
}

export type McpOptions<Services> = {
  table: ToolTable<Services>
  /** What calls run with; opened by the first call. */
  runtime(): Promise<Runtime<Services>>
  info: ServerInfo
  /**
   * What a model should know before it chooses a tool. `has` tells whether a tool exists. Keep it short: it costs
   * tokens.
   */
  instructions?: string | ((has: (tool: string) => boolean) => string)
  /** Toolsets that the listed tools can call, if they can call tools of others. */
  reach?: readonly string[] | null
  resources?: ResourceProvider
  extensions?: readonly McpExtension[]
  /** Long work for clients that support tasks; without it, they wait or call again. */
  tasks?: TaskProvider
  /** Views of answers for hosts with MCP Apps. */
  views?: Views<Services>
  /** `invoke`, or a wrapper that also tracks running calls. */
  run?: typeof invoke
  /** Told which client lists or calls tools. */
  onClient?(client: { name: string; version: string; surface: string }): void
}

/** Creates a server for one connection or one request. */
export type McpServerFactory = (caller: Caller) => Server

/** Computes once what all servers share: tools, resources, prompts and capabilities. */
export function mcpServerFactory<Services>(options: McpOptions<Services>): McpServerFactory {
  const { table, runtime, run = invoke } = options
  const extension = mountedExtension(options)
  const tools = [...table.rows.map(toMcpTool), ...(extension?.tools ?? []).map(tool => tool.definition)]
  const rawTools = new Map(extension?.tools.map(tool => [tool.definition.name, tool]))
  const serverOptions = describeServer(options, extension)
  const toolsets = options.reach ?? table.toolsets.map(({ name }) => name)
  const providers = resourceProviders(options, extension)
  if (options.views !== undefined)
    providers.push(viewResources({ views: options.views, toolsets, runtime, run }))
  const installResources = serveResources({ providers, toolsets, runtime, run })
  const installPrompts = servePrompts({ table, runtime, run })
  const shown = {
    tools: new Set(tools.map(({ name }) => name)),
    toolsets,
    ...(options.reach ? { reach: options.reach } : {}),
  }

  return connection => {
    const caller: Caller = { ...connection, ...shown }
    const server = new Server(options.info, serverOptions)
    const noteClient = (context: ServerContext) => {
      const client = nameOfClient(context) ?? server.getClientVersion()
      if (client !== undefined) options.onClient?.({ ...client, surface: connection.surface })
    }
    server.setRequestHandler('tools/list', (_request, context) => {
      noteClient(context)
      const rights = currentRights()
      return {
        tools: tools.filter(({ name }) => {
          return mayCall(table.find(name)?.tool ?? addedTool(name), rights)
        }),
      }
    })
    server.setRequestHandler('tools/call', (request, context) => {
      noteClient(context)
      const { name, arguments: input = {} } = request.params
      const raw = rawTools.get(name)
      if (raw === undefined) return callTool(name, input, context)
      requireRights(addedTool(name), currentRights())
      return raw.call(input, context)
    })
    installResources?.(server, caller)
    installPrompts?.(server, caller)
    extension?.install(server)
    if (options.tasks !== undefined) serveTasks(server, options.tasks)
    return server

    async function callTool(
      name: string,
      input: Record<string, unknown>,
      context: ServerContext,
    ): Promise<CallToolResult> {
      const row = table.find(name)
      if (row === undefined)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown tool: ${quoteLine(name, 200)}`)
      const progress = openProgress(context)
      const tasks = row.tool.outlives === true && speaksTasks(context) ? options.tasks : undefined
      const patience = tasks === undefined ? {} : { patienceMs: taskPatienceMs }
      const call = {
        input,
        caller,
        signal: callSignal(context, caller),
        progress: progress.report,
        ...patience,
      }
      const outcome = await invokeOpening(row, call, { runtime, run })
      await progress.finish()
      const job = jobOf(outcome)
      const task = job === null ? undefined : await tasks?.get(job)
      // SAFETY: the SDK passes unknown results on, and the client has declared that it supports tasks.
      return task ? (taskCreated(task) as CallToolResult) : toCallToolResult(outcome)
    }
  }
}

/** A tool of an extension, of which nothing is known: as what may change everything. */
function addedTool(name: string) {
  return { name, access: 'write', concerns: 'shared' } as const
}

/** The client as the request names it; requests of revisions before 2026-07-28 do not. */
function nameOfClient(context: ServerContext): { name: string; version: string } | undefined {
  const envelope: Record<string, unknown> = { ...context.mcpReq.envelope }
  const { name, version } = Object(envelope[CLIENT_INFO_META_KEY])
  return typeof name === 'string' && typeof version === 'string' ? { name, version } : undefined
}

/** At most one: two extensions could conflict in their prompts and events. */
function mountedExtension<Services>({ extensions, table }: McpOptions<Services>): McpExtension | undefined {
  return extensions?.find(extension => table.toolsets.some(toolset => toolset.name === extension.toolset))
}

function resourceProviders<Services>(
  { resources, table, runtime }: McpOptions<Services>,
  extension: McpExtension | undefined,
): ResourceProvider[] {
  const fixed = toolsetResources(table, async of => (await runtime()).services(of)) ?? undefined
  return [extension?.resources, fixed, resources].filter(provider => provider !== undefined)
}

function extensionsOf<Services>({ tasks, views }: McpOptions<Services>) {
  const extensions = {
    ...(tasks === undefined ? {} : { [tasksExtension]: {} }),
    ...(views === undefined ? {} : { [viewsExtension]: {} }),
  }
  return Object.keys(extensions).length === 0 ? {} : { extensions }
}

const hour = 3_600_000

const minute = 60_000

function describeServer<Services>(
  options: McpOptions<Services>,
  extension: McpExtension | undefined,
): ServerOptions {
  const { instructions: given, table } = options
  const instructions = typeof given === 'function' ? given(tool => table.find(tool) !== undefined) : given
  const hasResources = options.views !== undefined || resourceProviders(options, extension).length > 0
  const hasPrompts = options.table.toolsets.some(({ prompts = [] }) => prompts.length > 0)
  return {
    capabilities: {
      tools: {},
      ...(hasResources ? { resources: {} } : {}),
      ...(hasPrompts ? { prompts: {} } : {}),
      ...extensionsOf(options),
      ...extension?.capabilities,
    },
    // Tools and templates do not change while the server runs; stored documents may. Which tools there are depends on the token.
    cacheHints: {
      'server/discover': { ttlMs: hour, cacheScope: 'public' },
      'tools/list': { ttlMs: hour, cacheScope: 'private' },
      'prompts/list': { ttlMs: hour, cacheScope: 'public' },
      'resources/templates/list': { ttlMs: hour, cacheScope: 'public' },
      'resources/list': { ttlMs: minute, cacheScope: 'private' },
      'resources/read': { ttlMs: minute, cacheScope: 'private' },
    },
    ...(instructions === undefined ? {} : { instructions }),
    ...(extension === undefined ? {} : { requestState: { verify: extension.verifyRequestState } }),
  }
}
