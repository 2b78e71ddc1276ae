import { hostname, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { arch, pid, versions } from 'node:process'
import { vectorMemory } from '../adapters/caches/vector-memory.ts'
import { folderMemory } from '../adapters/sources/folder-memory.ts'
import { folderReader } from '../adapters/sources/folder-reader.ts'
import { folderWatcher } from '../adapters/sources/folder-watcher.ts'
import { openTables } from '../adapters/stores/index.ts'
import type { DeclaredProject } from '../core/catalog/projects.ts'
import type { Authenticator } from '../core/contract/authenticate.ts'
import { invoke, type Runtime } from '../core/contract/invoke.ts'
import type { ResourceProvider } from '../core/contract/resources.ts'
import { toolTable } from '../core/contract/tool-table.ts'
import { createEngine, type Engine, type Parts } from '../core/engine.ts'
import type { Feature, Host, OpeningHost } from '../core/feature.ts'
import { createJobs } from '../core/jobs/jobs.ts'
import { scopeJobs } from '../core/jobs/scope-jobs.ts'
import type { Finding } from '../core/model/finding.ts'
import { currentRights } from '../core/model/rights.ts'
import type { ClientBook } from '../core/ports/client-book.ts'
import type { LanguageModel } from '../core/ports/language-model.ts'
import type { Log, LogLevel } from '../core/ports/log.ts'
import type { TokenBook } from '../core/ports/token-book.ts'
import type { TaskProvider } from '../surfaces/mcp/tasks.ts'
import { accessAudit } from './access/access-audit.ts'
import { authenticator } from './access/authenticator.ts'
import { callLimits } from './access/call-limits.ts'
import { openJwtCheck } from './access/open-jwt-check.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config/load-config.ts'
import { printablePath, trustCommand } from './config/printable.ts'
import { closeToOthers, ownPaths, rootsPolicy } from './file-access.ts'
import { generatedFiles } from './generated-files.ts'
import { networkChoices } from './http-options.ts'
import { jobTasks } from './jobs-on-surfaces.ts'
import { openLanguageModel } from './lazy-parts.ts'
import { openFeatures } from './load-features.ts'
import { openLog } from './log.ts'
import { createMetrics, type Metrics } from './metrics.ts'
import { makeOffer, type Offer } from './offer.ts'
import { openClientBook } from './open-client-book.ts'
import { storeUrl } from './open-engine-parts.ts'
import { openModelShelf } from './open-model-shelf.ts'
import { type OpenedParts, openParts } from './open-parts.ts'
import { rememberCalls } from './recent-calls.ts'
import { resourceTemplates, storedResources } from './stored-resources.ts'
import { systemProcesses } from './system-processes.ts'
import { openTraces } from './traces.ts'
import type { World } from './world.ts'

/** The part of the world that the engine and its tools use. */
type Surroundings = Pick<World, 'env' | 'cwd' | 'homedir' | 'streams' | 'version' | 'callClock'>

/** The assembled program. */
export type Wired = Offer & {
  config: Config
  parts: Parts
  engine: Engine
  runtime: Runtime<Host>
  resources: ResourceProvider
  /** Returns what a feature offers to other features. */
  offered: OpeningHost['offered']
  tasks: TaskProvider
  /** Which programs have connected. */
  clients: ClientBook
  metrics: Metrics
  log: Log
  /** Knows the callers of a server by their tokens. */
  access: Authenticator
  tokens: TokenBook
  /** Resolves when the audit of the calls until now is written. */
  flushAudit(): Promise<void>
  close(): Promise<void>
}

/** The largest file that read_file reads. */
const shownFileBytes = 4 * 1024 * 1024

/** Assembles the engine and the tools as configured. */
export async function wire(
  config: Config,
  world: Surroundings,
  options: { quietLevel: LogLevel; offer?: Offer; notice?: (text: string) => void; serves?: boolean },
): Promise<Wired> {
  const { values } = config
  const offer = options.offer ?? (await makeOffer(config, world))
  const traces = openTraces(values, {
    log: openLog(config, world, options.quietLevel),
    version: world.version,
    clock: systemClock,
  })
  const metrics = createMetrics(traces.log, world.version)
  const { log, calls } = rememberCalls(metrics.log, systemClock)
  const jwt = openJwtCheck(values)
  const languageModel = openLanguageModel(values)
  await closeToOthers(config, { ...world, platform: platform() })
  const opened = await openParts(config, {
    ...world,
    clock: systemClock,
    log,
    ...(options.notice === undefined ? {} : { notice: options.notice }),
    serves: options.serves ?? false,
  })
  const { parts, urls, ledger } = opened
  const clients = openClientBook(values.home)
  const jobs = scopeJobs(createJobs({ ledger, clock: systemClock, processes: systemProcesses(), log }))
  const engine = createEngine(parts, { jobs, projects: config.projects, log })
  // If the store cannot be read, the first call reports the error.
  const refused = (await engine.projects.refusedDeclarations().catch(() => [])).map(sayRefused)
  for (const warning of refused) options.notice?.(warning)
  const host: Host = {
    ...hostOf({ config, world, offer, opened, engine, warnings: [...config.warnings, ...refused] }),
    async callTool(name, call) {
      const row = toolTable(await offer.toolsets()).find(name)
      return row === undefined ? null : invoke(row, call, runtime)
    },
  }
  const features = openFeatures(offer.features, host, feature => ({
    ...host,
    ...openingFacts({ config, world, parts, log, languageModel, shared: opened.shared }, feature),
    program: {
      ...offer,
      runtime: () => runtime,
      calls,
      clients: async () => (currentRights().role === 'admin' ? clients.list() : []),
      async examine(signal) {
        const { examine } = await import('./doctor/doctor.ts')
        const findings: Finding[] = []
        const patient = { config, open: async () => ({ parts, engine, config, tokens: opened.tokens }) }
        for await (const finding of examine(patient, signal)) findings.push(finding)
        return findings
      },
    },
  }))
  const audit = accessAudit({ lines: opened.accessLines, clock: systemClock, log })
  const runtime: Runtime<Host> = {
    services: ({ feature }) => features.services(feature),
    clock: world.callClock ?? systemClock,
    log,
    ...callLimits(values['http.rate_limit'], systemClock),
    audit: audit.note,
  }
  return {
    ...offer,
    config,
    parts,
    engine,
    runtime,
    resources: storedResources(
      { ...host, itemFolders: offer.itemFolders, codeBlocks: () => features.offered('codeBlocks') },
      resourceTemplates(offer.features),
    ),
    offered: features.offered,
    tasks: jobTasks(engine, offer.table),
    clients,
    metrics,
    log,
    access: authenticator(opened.tokens, { clock: systemClock, jwt }),
    tokens: opened.tokens,
    flushAudit: audit.flush,
    async close() {
      await audit.flush()
      await engine.close()
      await features.close()
      await languageModel?.close()
      await urls.close()
      await opened.tokens.close()
      await traces.close()
    },
  }
}

type Wiring = {
  config: Config
  world: Surroundings
  offer: Offer
  opened: OpenedParts
  engine: Engine
  warnings: readonly string[]
}

/** Returns the services for every tool. */
function hostOf({ config, world, offer, opened, engine, warnings }: Wiring): Omit<Host, 'callTool'> {
  const { values, origins } = config
  return {
    engine,
    files: opened.files,
    urls: opened.urls,
    audit: opened.audit,
    folders: folderReader({
      home: world.homedir,
      workingDirectory: world.cwd,
      maxBytes: Math.min(shownFileBytes, values['files.max_bytes']),
      ownPaths: ownPaths(config),
    }),
    folderMemory:
      opened.shared?.folderMemory({ host: hostname() }) ??
      folderMemory({ home: join(values.home, 'folders'), host: hostname(), process: String(pid) }),
    rootsFor: rootsPolicy(values['files.roots'], {
      startedIn: world.cwd,
      hasToken: values['http.token'] !== null,
    }),
    clock: systemClock,
    server: {
      name: 'quire',
      version: world.version,
      platform: `${platform()} ${arch}`,
      runtime: versions.node,
      cwd: world.cwd,
      home: values.home,
      toolsets: offer.table.toolsets.map(toolset => toolset.name),
      warnings,
    },
    defaults: {
      ocrLanguages: values['convert.ocr_languages'],
      hasChosenLanguages: origins['convert.ocr_languages'].from !== 'default',
      searchMode: values['search.hybrid'] ? 'hybrid' : 'dense',
      knowledgeLibrary: values['knowledge.library'],
    },
    generated: generatedFiles(offer.toolsets, offer.features),
  }
}

type Opening = {
  config: Config
  world: Surroundings
  parts: Parts
  log: Log
  languageModel: LanguageModel | null
  shared: OpenedParts['shared']
}

/** Returns what a feature can use when it is opened, in addition to the services for every tool. */
function openingFacts(
  { config, world, parts, log, languageModel, shared }: Opening,
  feature: Feature,
): Omit<OpeningHost, keyof Host | 'offered' | 'program'> {
  const { values } = config
  const own = Object.keys(feature.settings ?? {})
  return {
    settings: Object.fromEntries(own.map(key => [key, config.all[key]])),
    settingRoots: key => settingRoots(config, key),
    parts,
    languageModel,
    languageModelLimits: {
      maxTokens: values['llm.max_tokens'],
      contextTokens: values['llm.context_tokens'],
    },
    network: networkChoices(values, world.version),
    environment: {
      homedir: world.homedir,
      cwd: world.cwd,
      path: world.env.PATH ?? null,
      sshAgent: world.env.SSH_AUTH_SOCK ?? null,
      applicationData: world.env.APPDATA ?? null,
    },
    maxFileBytes: values['files.max_bytes'],
    log,
    folderWatcher: folderWatcher(platform()),
    vectorMemory:
      shared?.vectorMemory() ?? vectorMemory({ home: join(values.home, 'vectors'), process: String(pid) }),
    models: openModelShelf(values),
    openTables: tables => openTables(storeUrl(values), tables, { clock: systemClock }),
  }
}

/** Returns the folder that paths in an untrusted project file must be inside; null if the setting is trusted. */
function settingRoots({ origins, project }: Config, key: string): string[] | null {
  const isFree = origins[key]?.from !== 'project' || project?.trust === 'trusted'
  return isFree || project === null ? null : [dirname(project.path)]
}

function sayRefused({ id, declaredIn }: DeclaredProject): string {
  const path = declaredIn ?? ''
  return `${printablePath(path)} declares the project "${id}", which was created elsewhere: this declaration is ignored. If you trust the file, run: ${trustCommand(path)}`
}
