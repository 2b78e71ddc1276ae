import type { Caller } from './caller.ts'

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

/** An address with a gap, as RFC 6570 writes it: `quire://{library}/{doc_id}`. */
export type ResourceTemplate = {
  uriTemplate: string
  name: string
  title?: string
  description?: string
  mimeType?: string
  /** Shown where one of these toolsets is offered; everywhere when it is not said. */
  toolsets?: readonly string[]
}

export type ResourcePage = { resources: readonly ResourceSummary[]; nextCursor: string | null }

/** What stands behind an address: text, or bytes in base64. */
export type ResourceContents = { uri: string; mimeType: string } & (
  | { text: string; rest?: ResourceRest }
  | { blob: string }
)

/** What one reading did not give of a text: where to read on, and how many characters there are. */
export type ResourceRest = { uri: string; characters: number }

export type ResourceContext = { caller: Caller; signal: AbortSignal }

/**
 * What a surface may show to be read beside the tools. Order is fixed, pages are of the provider's size, and a cursor
 * is opaque to everyone else: one that the provider did not hand out is an INVALID_INPUT Failure.
 */
export type ResourceProvider = {
  templates: readonly ResourceTemplate[]
  list(cursor: string | null, context: ResourceContext): Promise<ResourcePage>
  /** Null when nothing stands behind the address. */
  read(uri: string, context: ResourceContext): Promise<ResourceContents | null>
}
