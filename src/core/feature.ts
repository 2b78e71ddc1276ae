import type { Caller } from './contract/caller.ts'
import type { Prompt } from './contract/define-prompt.ts'
import type { Tool } from './contract/define-tool.ts'
import type { Toolset } from './contract/define-toolset.ts'
import type { Call, Outcome, Runtime } from './contract/invoke.ts'
import type { PagePictures } from './contract/page-pictures.ts'
import type { ItemFolder, ResourceTemplate, ToolsetResource } from './contract/resources.ts'
import type { SettingTable, SettingValues } from './contract/setting.ts'
import type { Command } from './contract/shell/command.ts'
import type { CommandHost } from './contract/shell/command-host.ts'
import type { ToolTable } from './contract/tool-table.ts'
import type { Uploads } from './contract/upload.ts'
import type { Engine, Parts } from './engine.ts'
import type { Finding } from './model/finding.ts'
import type { AuditTrail } from './ports/audit-trail.ts'
import type { VectorMemory } from './ports/cache.ts'
import type { SeenClient } from './ports/client-book.ts'
import type { Clock } from './ports/clock.ts'
import type { FolderMemory, FolderReader, FolderWatcher } from './ports/folders.ts'
import type { LanguageModel } from './ports/language-model.ts'
import type { Log } from './ports/log.ts'
import type { ModelShelf } from './ports/model-shelf.ts'
import type { Offers } from './ports/offers.ts'
import type { FileReader, UrlReader } from './ports/source-reader.ts'
import type { OpenTables } from './ports/store.ts'
import type { SearchMode } from './search/search-request.ts'

/** Facts about this server that tools may show. */
export type ServerFacts = {
  name: string
  version: string
  platform: string
  runtime: string
  cwd: string
  home: string
  toolsets: readonly string[]
  /** Problems with the settings, and which settings were ignored. */
  warnings: readonly string[]
}

/** Defaults for inputs that a caller leaves out. */
export type ToolDefaults = {
  ocrLanguages: readonly string[]
  /** Whether a setting names these languages; false when they are the default. */
  hasChosenLanguages: boolean
  searchMode: SearchMode
  /** The library that crawled pages and the documents of the knowledge base are written to. */
  knowledgeLibrary: string
}

/** What every tool of every feature can use. */
export type Host = {
  engine: Engine
  files: FileReader
  urls: UrlReader
  /** Lists folders and reads text files that are small enough to show. */
  folders: FolderReader
  /** Remembers the state of folders that are kept up to date. */
  folderMemory: FolderMemory
  /** Records what each ingest run did. */
  audit: AuditTrail
  /** The folders that this caller is confined to; null when it may read whatever the process can. */
  rootsFor(caller: Caller): readonly string[] | null
  clock: Clock
  server: ServerFacts
  defaults: ToolDefaults
  /** Calls any tool of the program, as a surface does; returns null when no tool has that name. */
  callTool(name: string, call: Call): Promise<Outcome | null>
  /** Files that the server generates, by path: client modules below `servers/`, files of features below `templates/`. */
  generated(): Promise<ReadonlyMap<string, string>>
}

/** The settings for network access. */
export type NetworkChoices = {
  proxy?: { http?: string | null; https?: string | null; no?: string | null }
  extraCaFile?: string | null
  /** Private hosts that may be fetched from. */
  fetchAllow: readonly string[]
  userAgent: string
}

/** What the process was started with. */
export type Environment = {
  /** The user's home folder. */
  homedir: string
  cwd: string
  /** Folders in which programs are searched, as in PATH. */
  path: string | null
  sshAgent: string | null
  /** The folder in which Windows keeps the data of programs. */
  applicationData: string | null
}

/** What a feature can use when it is opened: everything that its tools can use, and the parts of the program. */
export type OpeningHost<Settings extends SettingTable = SettingTable> = Host & {
  /** The values of the feature's own settings. */
  settings: SettingValues<Settings>
  /** Folders that paths in this setting must lie in, because an untrusted project file sets it; null: no limit. */
  settingRoots(key: keyof Settings & string): readonly string[] | null
  /** The adapters that the engine works with. */
  parts: Parts
  /** The language model that the settings name; null when they name none. The program closes it. */
  languageModel: LanguageModel | null
  languageModelLimits: { maxTokens: number; contextTokens: number }
  network: NetworkChoices
  environment: Environment
  /** The largest file to read, in bytes. */
  maxFileBytes: number
  log: Log
  folderWatcher: FolderWatcher
  /** Keeps vectors on disk, so that the next process need not embed the same texts again. */
  vectorMemory: VectorMemory
  /** The models in the home. */
  models: ModelShelf
  /** Opens the feature's own tables in the store's database. */
  openTables: OpenTables
  program: ProgramFacts
  /** Returns what another feature offers under this name, and opens that feature; null when no feature offers it. */
  offered<Name extends keyof Offers>(name: Name): Promise<Offers[Name] | null>
}

/** The program's tools, for features that list or call tools of others. */
export type ProgramFacts = {
  /** All toolsets of the program; the first call loads them. */
  toolsets(): Promise<readonly Toolset<Host>[]>
  /** The tools that servers offer. */
  table: ToolTable<Host>
  /** Whether a setting chooses the toolsets: then no other tool can be called. */
  isBounded: boolean
  /** The folders of addresses that features declare. */
  itemFolders: readonly ItemFolder[]
  runtime(): Runtime<Host>
  /** Checks settings, disk, store, models and the programs that Quire uses, as `quire doctor` does. */
  examine(signal: AbortSignal): Promise<Finding[]>
  /** The last calls of this process, newest first, without their content; for others than admins, only their own. */
  calls(): readonly RecentCall[]
  /** The programs that have connected over MCP to a process of this home, newest first; for admins only. */
  clients(): Promise<SeenClient[]>
}

/** A call as the log shows it. */
export type RecentCall = {
  at: string
  tool: string
  surface: string
  correlationId: string
  ms: number
  /** "ok", or the code of the failure. */
  outcome: string
  /** Id of the caller's token; null for the person who runs the program. */
  token: string | null
}

/** What commands can use without opening the engine: those that repair what it needs must work when it cannot be opened. */
export type BareHost = {
  bare(): Promise<{
    /** The values of the feature's own settings. */
    settings: Readonly<Record<string, unknown>>
    network: NetworkChoices
    models: ModelShelf
    /** The setting `embedder.model`: its value, and where it is set; null when the home decides. */
    embedder: { choice: string; setBy: string | null }
  }>
}

/** A toolset without its tools, which features add. */
export type ToolsetWords = Omit<Toolset<never>, 'tools' | 'resources' | 'prompts'>

/** What a feature adds to the program. Loading it opens nothing. */
export type FeatureContents<Services> = {
  tools?: readonly Tool<Services>[]
  /** Resources with a fixed address, listed where the toolset is mounted. */
  resources?: readonly ToolsetResource<Services>[]
  /** Prompts that a person can choose where the toolset is mounted. */
  prompts?: readonly Prompt<Services>[]
  /** Commands that do more than call one tool. */
  commands?(host: CommandHost<Services> & BareHost): readonly Command[]
  /** Handlers for files uploaded over HTTP, for those of its tools that are mounted. */
  uploads?(program: Pick<ProgramFacts, 'table'> & { runtime: Runtime<Host> }): Uploads<Host>
  /** Draws pages of documents over HTTP, where the toolset is mounted. */
  pictures?(program: Pick<ProgramFacts, 'table'>): PagePictures<Host> | undefined
  /** Files that callers can read below `templates/`, by path. */
  templateFiles?(): ReadonlyMap<string, string>
}

export type OpenedFeature<Own> = {
  /** What its tools can use in addition to the host. */
  services: Own
  /** What it offers to other features. */
  offers?: Partial<Offers>
  close?(): Promise<void>
}

/** The tables of a feature in two stores. The documents of `collections` are in both. */
export type TablesMove = {
  from: OpenTables
  to: OpenTables
  collections: readonly string[]
  signal: AbortSignal
}

/** A capability of the program. The value itself is light: `load` and `open` import the heavy modules. */
export type Feature<Settings extends SettingTable = SettingTable, Own extends object = object> = {
  name: string
  /** The toolset of its tools. Several features may add tools to one toolset: the title and description of the first count. */
  toolset?: ToolsetWords
  settings?: Settings
  /** First words of its commands, beside the name of its toolset. A command line with such a word loads this feature only. */
  words?: readonly string[]
  /** Names of other features whose tools its commands call if those features are present. */
  calls?: readonly string[]
  /** Templates of the addresses that its results contain. */
  templates?: readonly ResourceTemplate[]
  /** Folders of addresses in which its documents have ids of their own. */
  itemFolders?: readonly ItemFolder[]
  /** Folders in the home that it writes. File tools do not read them, and other users have no access to them. */
  homeFolders?: readonly string[]
  /** Names of what it offers to other features. */
  offers?: readonly (keyof Offers)[]
  /** What it adds to a surface beyond tools, in the surface's own type. Loaded only where the toolset is mounted. */
  extend?: { mcp?(): Promise<unknown> }
  load?(): Promise<FeatureContents<Host & Own>>
  /** Called before one of its tools runs for the first time. Not needed when the tools use the host only. */
  open?(host: OpeningHost<Settings>): Promise<OpenedFeature<Own>>
  /** Creates its tables in the store's database where they are missing, for servers that may not do so themselves. */
  prepareTables?(open: OpenTables): Promise<void>
  /**
   * Copies what it keeps in the store's database to another store, compares it, and returns how much of each kind there is.
   * Called again, it continues. Throws MOVE_DIFFERS.
   */
  moveTables?(move: TablesMove): Promise<Record<string, number>>
}

/** Declares a feature. `open` receives the values of the settings that the feature declares, with their types. */
export function defineFeature<const Settings extends SettingTable, Own extends object>(
  feature: Feature<Settings, Own>,
): Feature {
  // SAFETY: the program opens a feature with the values of its own settings, and runs its tools with its own services.
  return feature as unknown as Feature
}
