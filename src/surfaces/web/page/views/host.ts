import { signal } from '@preact/signals'
import { CallError, readError } from '../state/send-request.ts'

/** The version of the protocol between a view and its host (MCP Apps, SEP-1865). */
const protocolVersion = '2026-01-26'

type Message = {
  jsonrpc: '2.0'
  id?: number | string
  method?: string
  params?: Record<string, unknown>
  result?: unknown
  error?: { message: string }
}

export type ToolResult = {
  content?: { type: string; text?: string }[]
  structuredContent?: Record<string, unknown>
  isError?: boolean
}

/** The input and the answer of the call that the view shows; null until the host has sent them. */
export const toolInput = signal<Record<string, unknown>>({})
export const toolResult = signal<ToolResult | null>(null)
export const isCancelled = signal(false)

const waiting = new Map<number, { resolve(value: unknown): void; reject(error: unknown): void }>()
let nextId = 1

/**
 * Connects the view to the page that shows it. Written out because the protocol has a handful of messages, and the SDK's
 * class for them is 540 kB that every host would load with every view; test/e2e/web/views.ts runs it in the SDK's own bridge.
 */
export async function connectToHost(): Promise<void> {
  window.addEventListener('message', ({ source, data }: MessageEvent<Message>) => {
    if (source === window.parent && data?.jsonrpc === '2.0') receive(data)
  })
  const { hostContext } = Object(
    await ask('ui/initialize', {
      protocolVersion,
      appInfo: { name: 'quire', version: '1.0.0' },
      appCapabilities: {},
    }),
  )
  wear(hostContext)
  post({ jsonrpc: '2.0', method: 'ui/notifications/initialized', params: {} })
  new ResizeObserver(reportSize).observe(document.documentElement)
}

/** Calls a tool of the server through the host, which may ask the person first. */
export async function callServerTool(name: string, input: object): Promise<unknown> {
  // SAFETY: hosts forward the result of the server.
  const result = (await ask('tools/call', { name, arguments: input })) as ToolResult
  if (result.isError !== true) return result.structuredContent
  const text = result.content?.[0]?.text ?? ''
  throw readError(parsed(text), 0)
}

/** A picture that the server draws, as an address that the view can show. */
export async function readPicture(uri: string): Promise<string> {
  const { contents } = Object(await ask('resources/read', { uri }))
  const { mimeType, blob } = Object(contents?.[0])
  if (typeof blob !== 'string') throw new CallError(uri)
  return `data:${mimeType};base64,${blob}`
}

function ask(method: string, params: Record<string, unknown>): Promise<unknown> {
  const id = nextId++
  const { promise, resolve, reject } = Promise.withResolvers<unknown>()
  waiting.set(id, { resolve, reject })
  post({ jsonrpc: '2.0', id, method, params })
  return promise
}

function receive({ id, method, params = {}, result, error }: Message): void {
  if (method === undefined) {
    const asked = waiting.get(Number(id))
    waiting.delete(Number(id))
    if (error === undefined) asked?.resolve(result)
    else asked?.reject(new CallError(error.message))
    return
  }
  if (method === 'ui/notifications/tool-input') toolInput.value = Object(params.arguments)
  else if (method === 'ui/notifications/tool-result') toolResult.value = params
  else if (method === 'ui/notifications/tool-cancelled') isCancelled.value = true
  else if (method === 'ui/notifications/host-context-changed') wear(params)
  // A host may ask whether the view is alive, or tell it that it will be removed: there is nothing to save.
  if (id !== undefined) post({ jsonrpc: '2.0', id, result: {} })
}

/** Light or dark, as the host is. */
function wear(context: unknown): void {
  const { theme } = Object(context)
  if (theme === 'light' || theme === 'dark') document.documentElement.style.colorScheme = theme
}

function reportSize(): void {
  const { width, height } = document.documentElement.getBoundingClientRect()
  const params = { width: Math.ceil(width), height: Math.ceil(height) }
  post({ jsonrpc: '2.0', method: 'ui/notifications/size-changed', params })
}

/** Any host may show the view; nothing that is sent is secret to the one that does. */
function post(message: Message): void {
  window.parent.postMessage(message, '*')
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
