import type { Chunk } from '../model/chunk.ts'
import type { Document } from '../model/document.ts'
import type { JsonObject } from '../model/json.ts'
import type { RawSource } from '../model/source.ts'
import type { Crawler, CrawlState, KnownPage } from './crawler.ts'
import type { ReferenceLibrary } from './reference-library.ts'

/** A library of a reference manager other than the one in the settings. */
export type LibraryChoice = {
  library_id?: string | undefined
  library_type?: 'user' | 'group' | undefined
  api_key?: string | undefined
  local?: boolean | undefined
}

/** The user's reference manager. Its library is opened by the first use and closed with the program. */
export type ReferenceLibraries = {
  /** `isWebOnly`: nothing of this computer is read, neither its database and files nor the program that runs on it. */
  open(choice: LibraryChoice | null, options?: { isWebOnly: boolean }): Promise<ReferenceLibrary>
  /** What to read when a call does not say. */
  defaults: { includeAnnotations: boolean; preferFulltext: boolean }
}

/** The web crawler, opened by the first use, and the states of interrupted crawls. */
export type CrawlAccess = {
  open(): Promise<Crawler>
  /** What an earlier crawl remembered of a page, from the metadata of its document; null when it was not crawled. */
  knownPage(metadata: JsonObject): KnownPage | null
  loadState(key: string): Promise<CrawlState | null>
  saveState(key: string, state: CrawlState): Promise<void>
  dropState(key: string): Promise<void>
}

/** Writes, for each chunk, the words to embed before it; null where there is nothing to say. */
export type SituateChunks = (
  document: Document,
  chunks: readonly Chunk[],
  signal: AbortSignal,
) => Promise<{ contexts: (string | null)[]; warnings: string[] }>

export type GraphNode = {
  id: string
  label: string
  name: string
  full_name: string | null
  repository: string | null
  file: string | null
  properties: Record<string, unknown>
}

export type GraphEdge = { type: string; from: string; to: string; properties: Record<string, unknown> }

/** A part of a graph, ready to be shown. */
export type GraphPart = { of: string; nodes: GraphNode[]; edges: GraphEdge[]; limited: boolean }

/** What features offer each other. Each is missing where its feature is: the asker must do without it. */
export type Offers = {
  referenceLibraries: ReferenceLibraries
  /** Reads a file of references. Throws a Failure when it is none. */
  readReferences: (file: RawSource, signal: AbortSignal) => Promise<unknown>
  crawls: CrawlAccess
  /** The blocks of code in a document, in order. */
  codeBlocks: (document: Document) => readonly { code: string }[]
  /** How chunks of this library are embedded; null where they are embedded as they are. */
  situate: (library: string) => SituateChunks | null
  /** What is known of an entity of this name; null when nothing is. */
  entityGraph: (name: string, limit: number) => Promise<GraphPart | null>
}
