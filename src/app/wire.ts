import { arch, platform } from 'node:os'
import { versions } from 'node:process'
import type { Toolset } from '../contract/define-toolset.ts'
import type { Runtime } from '../contract/invoke.ts'
import type { ResourceProvider } from '../contract/resources.ts'
import { type ToolTable, toolTable } from '../contract/tool-table.ts'
import { createEngine, type Engine, type Parts } from '../engine.ts'
import type { Log, LogLevel } from '../ports/log.ts'
import { allToolsets } from '../toolsets/index.ts'
import type { Services } from '../toolsets/services.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config/load-config.ts'
import { createLog } from './log.ts'
import { openParts } from './open-parts.ts'
import { documentResources } from './resources.ts'
import { rootsPolicy } from './roots.ts'
import { mountedToolsets, withDefaultLibrary } from './toolsets.ts'
import type { World } from './world.ts'

/** The program put together. */
export type Wired = {
  config: Config
  parts: Parts
  engine: Engine
  runtime: Runtime<Services>
  /** Every toolset there is. */
  toolsets: readonly Toolset<Services>[]
  /** The tools that servers offer. */
  table: ToolTable<Services>
  resources: ResourceProvider
  info: { name: string; title: string; version: string }
  instructions: string
  log: Log
  close(): Promise<void>
}

const instructions =
  'Quire searches a library of documents and answers with exact citations. Call search first; cite title, page_label (or page) and link. list_libraries shows what there is.'

/** Builds the engine from the settings, and the tools on top of it. */
export async function wire(
  config: Config,
  world: World,
  { quietLevel }: { quietLevel: LogLevel },
): Promise<Wired> {
  const { values } = config
  const log = openLog(config, world, quietLevel)
  const { parts, files, urls } = await openParts(config, { ...world, clock: systemClock })
  const engine = createEngine(parts)
  const toolsets = withDefaultLibrary(allToolsets, values.default_library)
  const table = toolTable(mountedToolsets(toolsets, config))
  const services: Services = {
    engine,
    files,
    urls,
    rootsFor: rootsPolicy(values['files.roots'], world.cwd),
    server: {
      name: 'quire',
      version: world.version,
      platform: `${platform()} ${arch()}`,
      runtime: versions.node,
      cwd: world.cwd,
      home: values.home,
      toolsets: table.toolsets.map(toolset => toolset.name),
    },
    defaults: {
      ocrLanguages: values['convert.ocr_languages'],
      searchMode: values['search.hybrid'] ? 'hybrid' : 'dense',
    },
  }
  return {
    config,
    parts,
    engine,
    runtime: { services, clock: systemClock, log },
    toolsets,
    table,
    resources: documentResources(engine),
    info: { name: 'quire', title: 'Quire', version: world.version },
    instructions,
    log,
    async close() {
      await engine.close()
      await urls.close()
    },
  }
}

function openLog({ values, origins }: Config, { streams }: World, quietLevel: LogLevel): Log {
  const isTerminal = streams.stderr.isTTY === true
  const format = values['log.format'] === 'auto' ? (isTerminal ? 'text' : 'json') : values['log.format']
  const level = origins['log.level'].from === 'default' ? quietLevel : values['log.level']
  return createLog({ level, format, clock: systemClock, write: line => streams.stderr.write(line) })
}
