import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from '@modelcontextprotocol/server'
import type { Caller } from '../../core/contract/caller.ts'
import { type invoke, invokeOpening, type Runtime } from '../../core/contract/invoke.ts'
import {
  type ResourceContents,
  type ResourceContext,
  type ResourcePage,
  type ResourceProvider,
  resourceRows,
} from '../../core/contract/resources.ts'
import type { ToolRow, ToolTable } from '../../core/contract/tool-table.ts'
import { Failure, quoteLine } from '../../core/model/failure.ts'
import { callSignal } from './mcp-tools.ts'

type ResourceOptions<Services> = {
  /** Called in this order; the first one that can read an address is used. */
  providers: readonly ResourceProvider[]
  /** Toolsets of the connection. */
  toolsets: readonly string[]
  runtime(): Promise<Runtime<Services>>
  run: typeof invoke
}

/** How much of an address an error repeats; valid addresses are shorter. */
const longestUri = 1_000

type InstallResources = (server: Server, caller: Caller) => void

/** Installs listing and reading of resources; null when there are none, so that the capability is not declared. */
export function serveResources<Services>(options: ResourceOptions<Services>): InstallResources | null {
  const { providers, toolsets: offered, runtime, run } = options
  if (providers.length === 0) return null
  const all = joinProviders(providers)
  const rows = resourceRows<Services>(all)
  const resourceTemplates = all.templates
    .filter(({ toolsets }) => toolsets?.some(name => offered.includes(name)) ?? true)
    .map(({ toolsets: _, ...template }) => template)

  return (server, caller) => {
    const ask = async (row: ToolRow<Services>, input: object, context: ServerContext) => {
      const call = { input, caller, signal: context.mcpReq.signal }
      const outcome = await invokeOpening(row, call, { runtime, run })
      if (outcome.ok) return outcome.value
      throw toProtocolError(outcome.failure)
    }
    server.setRequestHandler('resources/list', async (request, context) => {
      const answer = await ask(rows.list, { cursor: request.params?.cursor ?? null }, context)
      // SAFETY: the row's output schema has validated it.
      const { resources, nextCursor } = answer.page as ResourcePage
      return { resources: [...resources], ...(nextCursor === null ? {} : { nextCursor }) }
    })
    server.setRequestHandler('resources/read', async (request, context) => {
      const { uri } = request.params
      const answer = await ask(rows.read, { uri }, context)
      // SAFETY: the row's output schema has validated it.
      const contents = answer.contents as ResourceContents | null
      if (contents === null) throw new ResourceNotFoundError(quoteLine(uri, longestUri))
      return { contents: partsOf(contents) }
    })
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }))
  }
}

/**
 * A text that was cut comes with the address of the rest: in `_meta` for programs, and as a second part for clients
 * that only show texts.
 */
function partsOf({ meta, ...contents }: ResourceContents) {
  if (!('text' in contents) || contents.rest === undefined)
    return [meta === undefined ? contents : { ...contents, _meta: meta }]
  const { rest, ...first } = contents
  const text = `[…] ${rest.characters} more characters: read ${rest.uri}`
  return [
    { ...first, _meta: { 'quire/rest': rest } },
    { uri: rest.uri, mimeType: 'text/plain', text },
  ]
}

/** Combines providers into one; a cursor contains the index of its provider. */
function joinProviders(providers: readonly ResourceProvider[]): ResourceProvider {
  async function list(cursor: string | null, context: ResourceContext): Promise<ResourcePage> {
    const { index, inner } = cursor === null ? { index: 0, inner: null } : parseCursor(cursor)
    const provider = providers[index]
    if (provider === undefined) throw unknownCursor(cursor)
    const page = await provider.list(inner, context)
    if (page.nextCursor !== null) return { ...page, nextCursor: `${index}:${page.nextCursor}` }
    if (index + 1 >= providers.length) return page
    // Many clients read the first page only, so the next provider's resources start on the same page.
    const rest = await list(`${index + 1}:`, context)
    return { resources: [...page.resources, ...rest.resources], nextCursor: rest.nextCursor }
  }
  return {
    templates: providers.flatMap(provider => provider.templates),
    list,
    async read(uri, context) {
      for (const provider of providers) {
        const contents = await provider.read(uri, context)
        if (contents !== null) return contents
      }
      return null
    },
  }
}

function parseCursor(cursor: string): { index: number; inner: string | null } {
  const match = /^(\d+):(.*)$/s.exec(cursor)
  if (match === null) throw unknownCursor(cursor)
  return { index: Number(match[1]), inner: match[2] || null }
}

function unknownCursor(cursor: string | null): Failure {
  return new Failure(
    'invalid',
    'INVALID_INPUT',
    `The cursor ${JSON.stringify(cursor)} is not from this server.`,
    {
      hint: 'List again without a cursor.',
    },
  )
}

function toProtocolError(failure: Failure): ProtocolError {
  const isCallers = failure.kind === 'invalid' || failure.kind === 'not_found' || failure.kind === 'forbidden'
  const code = isCallers ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
  return new ProtocolError(code, failure.message, { code: failure.code, hint: failure.hint })
}

type PromptOptions<Services> = {
  table: Pick<ToolTable<Services>, 'toolsets'>
  runtime(): Promise<Runtime<Services>>
  run: typeof invoke
}

type InstallPrompts = (server: Server, caller: Caller) => void

/** Installs the prompts of mounted toolsets; null when there are none, so that the capability is not declared. */
export function servePrompts<Services>(options: PromptOptions<Services>): InstallPrompts | null {
  const { table, runtime, run } = options
  const declared = table.toolsets.flatMap(toolset =>
    (toolset.prompts ?? []).map(prompt => ({ prompt, row: prompt.rowIn(toolset) })),
  )
  if (declared.length === 0) return null
  const prompts = declared.map(({ prompt }) => ({
    name: prompt.name,
    title: prompt.title,
    description: prompt.description,
    arguments: prompt.arguments.map(argument => ({ ...argument })),
  }))

  return (server, caller) => {
    server.setRequestHandler('prompts/list', () => ({ prompts }))
    server.setRequestHandler('prompts/get', async (request, context) => {
      const { name, arguments: given = {} } = request.params
      const found = declared.find(({ prompt }) => prompt.name === name)
      if (found === undefined)
        throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${quoteLine(name, 200)}`)
      const call = { input: filledIn(given), caller, signal: callSignal(context, caller) }
      const outcome = await invokeOpening(found.row, call, { runtime, run })
      if (!outcome.ok) throw toProtocolError(outcome.failure)
      // SAFETY: the row's output schema has validated it.
      const messages = outcome.value.messages as string[]
      return {
        description: found.prompt.description,
        messages: messages.map(text => ({ role: 'user' as const, content: { type: 'text' as const, text } })),
      }
    })
  }
}

/** Drops blank arguments: clients show a form and send all its fields, including empty ones. */
function filledIn(given: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value.trim() !== ''))
}
