import type { Caller } from '../contract/caller.ts'
import type { Engine } from '../engine.ts'
import type { FileReader, UrlReader } from '../ports/source-reader.ts'
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
}

/** What a tool does when its input leaves it open. */
export type ToolDefaults = { ocrLanguages: readonly string[]; searchMode: SearchMode }

/** What tools of this program work with. */
export type Services = {
  engine: Engine
  files: FileReader
  urls: UrlReader
  /** The folders this caller is confined to; null when it may read whatever the process can. */
  rootsFor(caller: Caller): readonly string[] | null
  server: ServerFacts
  defaults: ToolDefaults
}
