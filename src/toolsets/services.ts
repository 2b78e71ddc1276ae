import type { Caller } from '../contract/caller.ts'
import type { Call, Outcome } from '../contract/invoke.ts'
import type { ToolRow } from '../contract/tool-table.ts'
import type { ToolsetResource } from '../contract/toolset-resources.ts'
import type { Engine } from '../engine.ts'
import type { CodeGraphs } from '../graph/code-graphs.ts'
import type { Facts } from '../graph/facts/types.ts'
import type { RawSource } from '../model/source.ts'
import type { AuditTrail } from '../ports/audit-trail.ts'
import type { Clock } from '../ports/clock.ts'
import type { Crawler, CrawlState } from '../ports/crawler.ts'
import type { FolderMemory } from '../ports/folder-memory.ts'
import type { FolderReader } from '../ports/folder-reader.ts'
import type { HansardReader } from '../ports/hansard-reader.ts'
import type { ReferenceLibrary } from '../ports/reference-library.ts'
import type { ReferenceReader } from '../ports/reference-reader.ts'
import type { FileReader, UrlReader } from '../ports/source-reader.ts'
import type { WorkflowEngine } from '../ports/workflow-engine.ts'
import type { SearchMode } from '../search/types.ts'

/** Facts about this server that tools may show. */
export type ServerFacts = {
  name: string
  version: string
  platform: string
  runtime: string
  cwd: string
  home: string
  toolsets: readonly string[]
  /** What is wrong with the settings, and what of them was ignored. */
  warnings: readonly string[]
}

/** What a tool does when its input leaves it open. */
export type ToolDefaults = {
  ocrLanguages: readonly string[]
  /** The citation contracts promise English and German where nothing is set. */
  citationOcrLanguages: readonly string[]
  searchMode: SearchMode
  zotero: { includeAnnotations: boolean; preferFulltext: boolean }
}

/** Another Zotero library than the configured one. */
export type ZoteroChoice = {
  library_id?: string | undefined
  library_type?: 'user' | 'group' | undefined
  api_key?: string | undefined
  local?: boolean | undefined
}

/** The way to the user's Zotero library, opened by first use and closed with the program. */
export type ZoteroAccess = {
  /** `isWebOnly`: nothing of this computer is read, neither its database and files nor the Zotero that runs on it. */
  open(choice: ZoteroChoice | null, options?: { isWebOnly: boolean }): Promise<ReferenceLibrary>
}

/** The crawler, opened by first use, and what interrupted crawls left to be taken up. */
export type CrawlAccess = {
  open(): Promise<Crawler>
  loadState(key: string): Promise<CrawlState | null>
  saveState(key: string, state: CrawlState): Promise<void>
  dropState(key: string): Promise<void>
}

/** The way to read the parliamentary record: tables given here come before those of the settings. */
export type HansardAccess = {
  open(
    tables: readonly RawSource[],
    signal: AbortSignal,
  ): Promise<{ reader: HansardReader; warnings: string[] }>
}

/** Every tool that can be found and called by asking for it, whether a server lists it or not. */
export type ToolDirectory = {
  /** Whether the server was started with a choice of toolsets, beyond which nobody reaches. */
  isBounded: boolean
  /** Any tool of the program, for tools that work through others. */
  find(name: string): Promise<ToolRow<Services> | undefined>
  /** A tool that this caller may reach. */
  reach(name: string, caller: Caller): Promise<ToolRow<Services> | undefined>
  names(caller: Caller): Promise<string[]>
  /** What a toolset lets be read by a fixed address. */
  findResource(uri: string, caller: Caller): Promise<ToolsetResource<Services> | undefined>
  /** Best first, of what the caller may reach. */
  rank(
    query: string,
    asked: { limit: number; caller: Caller },
    signal: AbortSignal,
  ): Promise<{ rows: readonly ToolRow<Services>[]; warnings: string[] }>
  /** Whether the caller's connection lists the tool. */
  isMounted(row: ToolRow<Services>, caller: Caller): boolean
  /** The only road in, as any surface takes it. */
  call(row: ToolRow<Services>, call: Call): Promise<Outcome>
}

/** How the knowledge base is kept and asked. */
export type KnowledgeChoices = {
  /** Library that its ingest tools write to. */
  library: string
  codeExamples: boolean
  reranking: boolean
  contextual: boolean
}

/** The graph of code, opened by first use and closed with the program. */
export type GraphAccess = {
  /** Whether tools about code are switched on. */
  hasCode: boolean
  open(): Promise<CodeGraphs>
}

/** Facts with time, opened by first use and closed with the program. */
export type FactsAccess = {
  /** Whether tools about facts are switched on. */
  isOn: boolean
  open(): Promise<Facts>
}

/** What tools of this program work with. */
export type Services = {
  engine: Engine
  files: FileReader
  urls: UrlReader
  /** Where runs that write leave word of what they did. */
  audit: AuditTrail
  /** The folders this caller is confined to; null when it may read whatever the process can. */
  rootsFor(caller: Caller): readonly string[] | null
  references: ReferenceReader
  zotero: ZoteroAccess
  hansard: HansardAccess
  crawls: CrawlAccess
  tools: ToolDirectory
  /** Looks into folders, and into text files of a size that can be shown. */
  folders: FolderReader
  /** What was seen of folders that are kept level. */
  folderMemory: FolderMemory
  /** Files that the server makes of itself, by path: client modules and workflow templates. */
  generated(): Promise<ReadonlyMap<string, string>>
  /** Where workflows run; a Failure when none is set up. */
  workflows(): Promise<WorkflowEngine>
  knowledge: KnowledgeChoices
  graph: GraphAccess
  facts: FactsAccess
  clock: Clock
  server: ServerFacts
  defaults: ToolDefaults
}
