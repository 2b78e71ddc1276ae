import type { Chunk } from '../model/chunk.ts'
import type { Document } from '../model/document.ts'
import type { JsonObject } from '../model/json.ts'
import type { RawSource } from '../model/source.ts'
import type { Crawler, CrawlState, KnownPage } from './crawler.ts'
import type { ReferenceLibrary } from './reference-library.ts'

/** Selects a library of a reference manager other than the one in the settings. */
export type LibraryChoice = {
  library_id?: string | undefined
  library_type?: 'user' | 'group' | undefined
  api_key?: string | undefined
  local?: boolean | undefined
}

/** The user's reference manager. Its library is opened on first use and closed with the program. */
export type ReferenceLibraries = {
  /** `isWebOnly`: nothing is read from this computer, neither a database, nor files, nor the running program. */
  open(choice: LibraryChoice | null, options?: { isWebOnly: boolean }): Promise<ReferenceLibrary>
  /** What to read when a call does not specify it. */
  defaults: { includeAnnotations: boolean; preferFulltext: boolean }
}

/** The web crawler, opened on first use, and the states of interrupted crawls. */
export type CrawlAccess = {
  open(): Promise<Crawler>
  /** Reads what an earlier crawl stored in a document's metadata; null when the document was not crawled. */
  knownPage(metadata: JsonObject): KnownPage | null
  loadState(key: string): Promise<CrawlState | null>
  saveState(key: string, state: CrawlState): Promise<void>
  dropState(key: string): Promise<void>
}

/** Returns for each chunk the text to embed before it, or null. */
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

/** A part of a graph for display. */
export type GraphPart = { of: string; nodes: GraphNode[]; edges: GraphEdge[]; limited: boolean }

/** What features offer each other. An offer is missing when its feature is: the caller must work without it. */
export type Offers = {
  referenceLibraries: ReferenceLibraries
  /** Parses a file of references. Throws a Failure when the file is none. */
  readReferences: (file: RawSource, signal: AbortSignal) => Promise<unknown>
  crawls: CrawlAccess
  /** The blocks of code in a document, in order. */
  codeBlocks: (document: Document) => readonly { code: string }[]
  /** Returns how chunks of this library get a context before they are embedded; null when they get none. */
  situate: (library: string) => SituateChunks | null
  /** Returns the facts about an entity as a graph; null when there are none. */
  entityGraph: (name: string, limit: number) => Promise<GraphPart | null>
}
