import type {
  CallToolResult,
  InputRequiredResult,
  Tool as McpTool,
  Server,
  ServerCapabilities,
  ServerContext,
  ServerEventBus,
  ServerOptions,
} from '@modelcontextprotocol/server'
import type { ResourceProvider } from '../../core/contract/resources.ts'

/** A tool that speaks the protocol itself: raw content blocks, or questions back to the client. */
export type RawTool = {
  definition: McpTool
  call(
    input: Record<string, unknown>,
    context: ServerContext,
  ): CallToolResult | InputRequiredResult | Promise<CallToolResult | InputRequiredResult>
}

/**
 * What one toolset adds to MCP that the tool table cannot say. It is there exactly when its toolset is mounted; the
 * product's own toolsets have none.
 */
export type McpExtension = {
  toolset: string
  tools: readonly RawTool[]
  resources: ResourceProvider
  capabilities: ServerCapabilities
  /** Where changes are announced that open subscriptions should hear of. */
  events: ServerEventBus
  verifyRequestState: NonNullable<NonNullable<ServerOptions['requestState']>['verify']>
  /** Adds handlers for methods that the surface does not answer itself. */
  install(server: Server): void
}
