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
import type { ToolRow } from '../../core/contract/tool-table.ts'
import { Failure, quoteLine } from '../../core/model/failure.ts'

export type ResourceOptions<Services> = {
  /** Asked in this order; the first that knows an address answers. */
  providers: readonly ResourceProvider[]
  /** What the connection offers. */
  toolsets: readonly string[]
  runtime(): Promise<Runtime<Services>>
  run: typeof invoke
}

/** How much of an address an error repeats; those that answers give are shorter. */
const longestUri = 1_000

export type InstallResources = (server: Server, caller: Caller) => void

/** Listing and reading resources; null when there are none, so that the capability is not claimed. */
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
      // SAFETY: the row's output schema says so.
      const { resources, nextCursor } = answer.page as ResourcePage
      return { resources: [...resources], ...(nextCursor === null ? {} : { nextCursor }) }
    })
    server.setRequestHandler('resources/read', async (request, context) => {
      const { uri } = request.params
      const answer = await ask(rows.read, { uri }, context)
      // SAFETY: the row's output schema says so.
      const contents = answer.contents as ResourceContents | null
      if (contents === null) throw new ResourceNotFoundError(quoteLine(uri, longestUri))
      return { contents: partsOf(contents) }
    })
    server.setRequestHandler('resources/templates/list', () => ({ resourceTemplates }))
  }
}

/**
 * A text that is too long for one reading is followed by where it goes on: in `_meta` for programs, and as a second
 * part for those who are only shown texts.
 */
function partsOf(contents: ResourceContents) {
  if (!('text' in contents) || contents.rest === undefined) return [contents]
  const { rest, ...first } = contents
  const text = `[…] ${rest.characters} more characters: read ${rest.uri}`
  return [
    { ...first, _meta: { 'quire/rest': rest } },
    { uri: rest.uri, mimeType: 'text/plain', text },
  ]
}

/** One provider after the other; a cursor says whose it is. */
function joinProviders(providers: readonly ResourceProvider[]): ResourceProvider {
  async function list(cursor: string | null, context: ResourceContext): Promise<ResourcePage> {
    const { index, inner } = cursor === null ? { index: 0, inner: null } : parseCursor(cursor)
    const provider = providers[index]
    if (provider === undefined) throw unknownCursor(cursor)
    const page = await provider.list(inner, context)
    if (page.nextCursor !== null) return { ...page, nextCursor: `${index}:${page.nextCursor}` }
    if (index + 1 >= providers.length) return page
    // Many clients read the first page only: what the next provider has begins on the same one.
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
    `The cursor ${JSON.stringify(cursor)} was not given out by this server.`,
    {
      hint: 'List again without a cursor.',
    },
  )
}

export function toProtocolError(failure: Failure): ProtocolError {
  const isCallers = failure.kind === 'invalid' || failure.kind === 'not_found' || failure.kind === 'forbidden'
  const code = isCallers ? ProtocolErrorCode.InvalidParams : ProtocolErrorCode.InternalError
  return new ProtocolError(code, failure.message, { code: failure.code, hint: failure.hint })
}
