import { InMemoryServerEventBus, type ServerEvent } from '@modelcontextprotocol/server'
import type { McpExtension, RawTool } from '../../../src/surfaces/mcp/mcp-server-factory.ts'
import { contentTools } from './content-tools.ts'
import { elicitationTools } from './elicitation-tools.ts'
import { fixtureResources } from './fixture-resources.ts'
import { inputRequiredTools } from './input-required-tools.ts'
import { installPrompts } from './prompts.ts'
import { content, rawTool, text } from './raw-tool.ts'
import { requestState } from './request-state.ts'

/** What the MCP conformance suite needs by name and the tool table cannot say. */
export function conformanceExtension(): McpExtension {
  const events = new InMemoryServerEventBus()
  const announcing = (name: string, event: ServerEvent): RawTool =>
    rawTool({
      name,
      description: 'Announces that a list has changed.',
      call: () => {
        events.publish(event)
        return content(text('Announced.'))
      },
    })
  return {
    toolset: 'conformance',
    tools: [
      ...contentTools,
      ...elicitationTools,
      ...inputRequiredTools,
      announcing('test_trigger_tool_change', { kind: 'tools_list_changed' }),
      announcing('test_trigger_prompt_change', { kind: 'prompts_list_changed' }),
    ],
    resources: fixtureResources,
    capabilities: {
      tools: { listChanged: true },
      prompts: { listChanged: true },
      resources: { subscribe: true },
      completions: {},
      logging: {},
    },
    events,
    verifyRequestState: requestState.verify,
    install(server) {
      installPrompts(server)
      server.setRequestHandler('resources/subscribe', () => ({}))
      server.setRequestHandler('resources/unsubscribe', () => ({}))
    },
  }
}
