import { z } from 'zod'
import type { JsonObject } from '../model/json.ts'
import type { Caller } from './caller.ts'
import { toolMaker } from './define-tool.ts'
import { defineToolset } from './define-toolset.ts'
import type { ToolRow, ToolTable } from './tool-table.ts'

/** Something that can be read by its address. */
export type ResourceSummary = {
  uri: string
  name: string
  title?: string
  description?: string
  mimeType?: string
  /** Bytes, when known without reading. */
  size?: number
}

/** A template of addresses (RFC 6570): `quire://{library}/{doc_id}`. */
export type ResourceTemplate = {
  uriTemplate: string
  name: string
  title?: string
  description?: string
  mimeType?: string
  /** Listed where one of these toolsets is offered; everywhere unless given. */
  toolsets?: readonly string[]
}

/** Addresses `quire://library/name/id`, by which a feature's results name documents with ids of their contract. */
export type ItemFolder = {
  /** The folder in the address: `speeches`. */
  name: string
  /** The metadata field of the documents that holds the id. */
  field: string
  /** Toolsets that make these addresses readable. */
  toolsets: readonly string[]
}

export type ResourcePage = { resources: readonly ResourceSummary[]; nextCursor: string | null }

/** The content at an address: text, or bytes in base64. */
export type ResourceContents = { uri: string; mimeType: string; meta?: JsonObject } & (
  | { text: string; rest?: ResourceRest }
  | { blob: string }
)

/** The part of a text that was not returned: where to continue, and how many characters the whole text has. */
export type ResourceRest = { uri: string; characters: number }

export type ResourceContext = { caller: Caller; signal: AbortSignal }

/**
 * Resources that a surface offers in addition to the tools. The order is fixed and the provider chooses the page size. A
 * cursor that the provider did not issue is an INVALID_INPUT Failure.
 */
export type ResourceProvider = {
  templates: readonly ResourceTemplate[]
  list(cursor: string | null, context: ResourceContext): Promise<ResourcePage>
  /** Returns null when there is nothing at the address. */
  read(uri: string, context: ResourceContext): Promise<ResourceContents | null>
}

/** A resource of a toolset with a fixed address. It exists only where the toolset is mounted. */
export type ToolsetResource<Services> = Required<
  Pick<ResourceSummary, 'uri' | 'name' | 'title' | 'description' | 'mimeType'>
> & {
  /** The feature whose services it is read with. */
  feature?: string
  read(context: Services & ResourceContext): Promise<string>
}

/** The resources that mounted toolsets declare, in the order of the toolsets; null when there are none. */
export function toolsetResources<Services>(
  { toolsets }: Pick<ToolTable<Services>, 'toolsets'>,
  services: (of: { feature?: string }) => Promise<Services>,
): ResourceProvider | null {
  const declared = toolsets.flatMap(toolset => toolset.resources ?? [])
  if (declared.length === 0) return null
  return {
    templates: [],
    async list() {
      return { resources: declared.map(({ read: _, feature: __, ...summary }) => summary), nextCursor: null }
    },
    async read(uri, context) {
      const found = declared.find(resource => resource.uri === uri)
      if (found === undefined) return null
      return {
        uri,
        mimeType: found.mimeType,
        text: await found.read({ ...(await services(found)), ...context }),
      }
    },
  }
}

type ResourceRows<Services> = { list: ToolRow<Services>; read: ToolRow<Services> }

/**
 * Listing and reading resources as tool rows for `invoke`, so that they have the time limit, the log line and the failures
 * of tools. They are not in the tool table.
 */
export function resourceRows<Services>(provider: ResourceProvider): ResourceRows<Services> {
  const defineTool = toolMaker<Services>()
  const list = defineTool({
    ...shared,
    name: 'resources_list',
    title: 'List resources',
    description: 'One page of resources.',
    input: z.object({ cursor: z.string().nullable().default(null) }),
    output: z.object({ page: z.custom<ResourcePage>() }),
    async run(context, { cursor }) {
      return { page: await provider.list(cursor, context) }
    },
  })
  const read = defineTool({
    ...shared,
    name: 'resources_read',
    title: 'Read a resource',
    description: 'The content at an address.',
    input: z.object({ uri: z.string() }),
    output: z.object({ contents: z.custom<ResourceContents>().nullable() }),
    async run(context, { uri }) {
      return { contents: await provider.read(uri, context) }
    },
  })
  const toolset = defineToolset<Services>({
    name: 'resources',
    title: 'Resources',
    description: 'Content that is read by its address.',
    tools: [],
    wordFailure: failure => failure.message,
  })
  const schema = { inputSchema: { type: 'object' as const }, outputSchema: { type: 'object' as const } }
  return { list: { tool: list, toolset, ...schema }, read: { tool: read, toolset, ...schema } }
}

const shared = { access: 'read' as const, timeoutMs: 10_000, failures: [] }
