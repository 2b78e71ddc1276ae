/** The window of an agent: the SDK's own client and bridge, with one view in a sandbox. Built by `start-agent-host.ts`. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { AppBridge, PostMessageTransport } from '@modelcontextprotocol/ext-apps/app-bridge'

/** What hosts allow a view that asks for nothing (SEP-1865). */
const policy =
  "default-src 'none'; script-src 'self' 'unsafe-inline'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; media-src 'self' data:; connect-src 'none'"

type Shown = { calls: string[]; size: { width?: number; height?: number } }
type HostWindow = Window & { showTool(call: ToolCall): Promise<void>; shown: Shown }
type ToolCall = { name: string; arguments: Record<string, unknown>; theme?: 'light' | 'dark' }

const shown: Shown = { calls: [], size: {} }
// SAFETY: the test calls these two.
const host = window as unknown as HostWindow
host.shown = shown
host.showTool = async call => {
  const client = await connect()
  const { tools } = await client.listTools()
  const tool = tools.find(({ name }) => name === call.name)
  const { resourceUri } = Object(tool?._meta?.ui)
  const { contents } = await client.readResource({ uri: resourceUri })
  const frame = document.createElement('iframe')
  frame.setAttribute('sandbox', 'allow-scripts')
  frame.width = '760'
  frame.height = '900'
  document.body.replaceChildren(frame)
  if (tool === undefined || frame.contentWindow === null) throw new Error('no tool or no frame')
  const bridge = new AppBridge(
    client,
    { name: 'test-host', version: '1.0.0' },
    { serverTools: {}, serverResources: {} },
    { hostContext: { toolInfo: { tool }, theme: call.theme ?? 'light' } },
  )
  bridge.onsizechange = size => {
    shown.size = size
  }
  const { promise: initialized, resolve } = Promise.withResolvers<void>()
  bridge.oninitialized = () => resolve()
  await bridge.connect(new PostMessageTransport(frame.contentWindow, frame.contentWindow))
  const html = String(Object(contents[0]).text)
  frame.srcdoc = html.replace(
    '<head>',
    `<head><meta http-equiv="Content-Security-Policy" content="${policy}">`,
  )
  await initialized
  await bridge.sendToolInput({ arguments: call.arguments })
  await bridge.sendToolResult(await client.callTool({ name: call.name, arguments: call.arguments }))
}

async function connect(): Promise<Client> {
  const client = new Client(
    { name: 'test-host', version: '1.0.0' },
    {
      capabilities: {
        extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } },
      },
    },
  )
  const request = client.request.bind(client)
  client.request = ((asked: { method: string; params?: { name?: string } }, ...rest: unknown[]) => {
    shown.calls.push([asked.method, asked.params?.name].filter(Boolean).join(' '))
    // SAFETY: forwards what it was called with.
    return (request as (...all: unknown[]) => unknown)(asked, ...rest)
  }) as typeof client.request
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`/mcp${window.location.search}`, window.location.href)),
  )
  return client
}
