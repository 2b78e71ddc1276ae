import type { Caller } from './contract/caller.ts'
import { type Prompt, promptMaker } from './contract/define-prompt.ts'
import { type Tool, toolMaker } from './contract/define-tool.ts'
import type { Toolset } from './contract/define-toolset.ts'
import type { Call, Outcome, Runtime } from './contract/invoke.ts'
import type { ResourceTemplate, ToolsetResource } from './contract/resources.ts'
import type { SettingTable, SettingValues } from './contract/setting.ts'
import type { Command } from './contract/shell/command.ts'
import type { CommandHost } from './contract/shell/command-host.ts'
import type { ToolTable } from './contract/tool-table.ts'
import type { Uploads } from './contract/upload.ts'
import type { Engine, Parts } from './engine.ts'
import type { AuditTrail } from './ports/audit-trail.ts'
import type { Clock } from './ports/clock.ts'
import type { FolderMemory } from './ports/folder-memory.ts'
import type { FolderReader } from './ports/folder-reader.ts'
import type { FolderWatcher } from './ports/folder-watcher.ts'
import type { LanguageModel } from './ports/language-model.ts'
import type { Log } from './ports/log.ts'
import type { Offers } from './ports/offers.ts'
import type { FileReader, UrlReader } from './ports/source-reader.ts'
import type { OpenTables } from './ports/tables.ts'
import type { VectorMemory } from './ports/vector-memory.ts'
import type { SearchMode } from './search/types.ts'

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
  /** Whether somebody chose those languages. */
  hasChosenLanguages: boolean
  searchMode: SearchMode
  /** The library that crawled pages and the documents of the knowledge base are written to. */
  knowledgeLibrary: string
}

/** What every tool of every feature is given. */
export type Host = {
  engine: Engine
  files: FileReader
  urls: UrlReader
  /** Looks into folders, and into text files of a size that can be shown. */
  folders: FolderReader
  /** What was seen of folders that are kept up to date. */
  folderMemory: FolderMemory
  /** Where a run that writes records what it did. */
  audit: AuditTrail
  /** The folders that this caller is confined to; null when it may read whatever the process can. */
  rootsFor(caller: Caller): readonly string[] | null
  clock: Clock
  server: ServerFacts
  defaults: ToolDefaults
  /** Calls any tool of the program, as a surface does; null when there is none of that name. */
  callTool(name: string, call: Call): Promise<Outcome | null>
  /** Files that the server makes of itself, by path: client modules below `servers/`, files of features below `templates/`. */
  generated(): Promise<ReadonlyMap<string, string>>
}

/** How to reach the network, as the settings say. */
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
  /** Where programs are looked for. */
  path: string | null
  sshAgent: string | null
  /** Where Windows keeps the data of programs. */
  applicationData: string | null
}

/** What a feature is given when it is opened, beside what its tools are given anyway. */
export type OpeningHost<Settings extends SettingTable = SettingTable> = Host & {
  /** The values of the feature's own settings. */
  settings: SettingValues<Settings>
  /** Folders that paths in these settings must lie in, because an untrusted project file said them; null: anywhere. */
  settingRoots(key: keyof Settings & string): readonly string[] | null
  /** What the engine is made of. */
  parts: Parts
  /** The language model of the settings; null when they name none. It is closed by the program. */
  languageModel: LanguageModel | null
  languageModelLimits: { maxTokens: number; contextTokens: number }
  network: NetworkChoices
  environment: Environment
  /** The largest file to read, in bytes. */
  maxFileBytes: number
  log: Log
  folderWatcher: FolderWatcher
  /** Keeps vectors of texts that are embedded again by the next process. */
  vectorMemory: VectorMemory
  /** Opens tables of the feature's own in the store's database. */
  openTables: OpenTables
  program: ProgramFacts
  /** What another feature offers under this name; null when no feature offers it. Opens that feature. */
  offered<Name extends keyof Offers>(name: Name): Promise<Offers[Name] | null>
}

/** What the program knows of itself, for features that work through other tools. */
export type ProgramFacts = {
  /** Every toolset there is, loaded by the first call. */
  toolsets(): Promise<readonly Toolset<Host>[]>
  /** The tools that servers offer. */
  table: ToolTable<Host>
  /** Whether somebody chose the toolsets: then no other tool can be reached. */
  isBounded: boolean
  runtime(): Runtime<Host>
}

/** A toolset without its tools: features fill it. */
export type ToolsetWords = Omit<Toolset<never>, 'tools' | 'resources' | 'prompts'>

/** What a feature adds to the program. Loading it opens nothing. */
export type FeatureContents<Services> = {
  tools?: readonly Tool<Services>[]
  /** What can be read by a fixed address where the toolset is mounted. */
  resources?: readonly ToolsetResource<Services>[]
  /** Texts that a person can give a language model where the toolset is mounted. */
  prompts?: readonly Prompt<Services>[]
  /** Commands that do more than call one tool. */
  commands?(host: CommandHost<Services>): readonly Command[]
  /** What receives files that are uploaded over HTTP, as far as the tools are mounted. */
  uploads?(program: Pick<ProgramFacts, 'table'> & { runtime: Runtime<Host> }): Uploads<Host>
  /** Files that callers can read below `templates/`, by path. */
  templateFiles?(): ReadonlyMap<string, string>
}

export type OpenedFeature<Own> = {
  /** What its tools are given beside what every tool is given. */
  services: Own
  /** What it offers to other features. */
  offers?: Partial<Offers>
  close?(): Promise<void>
}

/** A capability of the program. The value itself is light: `load` and `open` import what is heavy. */
export type Feature<Settings extends SettingTable = SettingTable, Own extends object = object> = {
  name: string
  /** The toolset that its tools belong to. Several features may fill one: the words of the first are used. */
  toolset?: ToolsetWords
  settings?: Settings
  /** First words of its commands, beside the name of its toolset: they tell where to look for a command. */
  words?: readonly string[]
  /** Other features whose tools its commands call, where they are there. */
  calls?: readonly string[]
  /** Addresses with gaps that its results use. */
  templates?: readonly ResourceTemplate[]
  /** Names of what it offers to other features. */
  offers?: readonly (keyof Offers)[]
  /** What it adds to a surface beyond tools, in the surface's own type; loaded where the toolset is mounted. */
  extend?: { mcp?(): Promise<unknown> }
  load?(): Promise<FeatureContents<Host & Own>>
  /** Called by the first use of one of its tools. A feature without it needs nothing of its own. */
  open?(host: OpeningHost<Settings>): Promise<OpenedFeature<Own>>
}

/** Declares a feature. `open` gets the values of the settings that it declares, with their types. */
export function defineFeature<const Settings extends SettingTable, Own extends object>(
  feature: Feature<Settings, Own>,
): Feature {
  // SAFETY: the program opens a feature with the values of its own settings, and runs its tools with its own services.
  return feature as unknown as Feature
}

/** `defineTool` for the tools of one feature: `export const defineTool = featureTool<Services>()`. */
export const featureTool = <Services extends Host>() => toolMaker<Services>()

/** `definePrompt` for the prompts of one feature. */
export const featurePrompt = <Services extends Host>() => promptMaker<Services>()
