import { arch, hostname, platform } from 'node:os'
import { dirname, join } from 'node:path'
import { pid, versions } from 'node:process'
import { vectorMemory } from '../adapters/caches/vector-memory.ts'
import { folderMemory } from '../adapters/sources/folder-memory.ts'
import { folderReader } from '../adapters/sources/folder-reader.ts'
import type { DeclaredProject } from '../core/catalog/projects.ts'
import type { Runtime } from '../core/contract/invoke.ts'
import type { ResourceProvider } from '../core/contract/resources.ts'
import { createEngine, type Engine, type Parts } from '../core/engine.ts'
import { createJobs } from '../core/jobs/jobs.ts'
import type { Log, LogLevel } from '../core/ports/log.ts'
import type { TaskProvider } from '../surfaces/mcp/tasks.ts'
import type { Services } from '../features/services.ts'
import { toolDirectory } from '../features/system/tool-directory.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config/load-config.ts'
import { trustCommand, withoutControls } from './config/say.ts'
import { crawlAccess } from '../features/crawl/crawl-access.ts'
import { generatedFiles } from './generated-files.ts'
import { graphAccess } from '../features/code/graph-access.ts'
import { jobTasks } from './job-tasks.ts'
import { lazyHansard, lazyReferences } from './lazy-parts.ts'
import { openLog } from './log.ts'
import { makeOffer, type Offer } from './offer.ts'
import { factsAccess } from '../features/facts/open-facts.ts'
import { answerModel } from './open-language-model.ts'
import { workflowAccess } from '../features/workflows/open-n8n.ts'
import { openParts } from './open-parts.ts'
import { zoteroAccess } from '../features/zotero/zotero-access.ts'
import { closeToOthers, ownPaths } from './own-paths.ts'
import { systemProcesses } from './processes.ts'
import { storedResources } from './resources.ts'
import { rootsPolicy } from './roots.ts'
import type { World } from './world.ts'

/** The program put together. */
export type Wired = Offer & {
  config: Config
  parts: Parts
  engine: Engine
  runtime: Runtime<Services>
  resources: ResourceProvider
  tasks: TaskProvider
  log: Log
  close(): Promise<void>
}

/** The largest file that read_file looks into. */
const shownFileBytes = 4 * 1024 * 1024

/** Builds the engine from the settings, and the tools on top of it. */
export async function wire(
  config: Config,
  world: World,
  options: { quietLevel: LogLevel; offer?: Offer; notice?: (text: string) => void; serves?: boolean },
): Promise<Wired> {
  const { values } = config
  const offer = options.offer ?? (await makeOffer(config, world))
  const { toolsets, table } = offer
  const log = openLog(config, world, options.quietLevel)
  const writer = answerModel(values)
  await closeToOthers(values, { ...world, platform: platform() })
  const { parts, files, urls, ledger, audit } = await openParts(config, {
    ...world,
    clock: systemClock,
    log,
    ...(options.notice === undefined ? {} : { notice: options.notice }),
    serves: options.serves ?? false,
  })
  const jobs = createJobs({ ledger, clock: systemClock, processes: systemProcesses(), log })
  const engine = createEngine(parts, { jobs, projects: config.projects, answerModel: writer })
  // A store that cannot be read says so to the first call.
  const refused = (await engine.projects.refusedDeclarations().catch(() => [])).map(sayRefused)
  for (const warning of refused) options.notice?.(warning)
  const crawls = crawlAccess(values, { version: world.version, clock: systemClock })
  const zotero = zoteroAccess(values, {
    files,
    clock: systemClock,
    homedir: world.homedir,
    applicationData: world.env.APPDATA ?? null,
  })
  const n8n = workflowAccess(values)
  const graph = graphAccess(values, { ...world, clock: systemClock, embedder: parts.embedder })
  const facts = factsAccess(values, parts, writer?.model ?? null)
  const services: Services = {
    engine,
    files,
    urls,
    audit,
    references: lazyReferences(),
    crawls,
    hansard: lazyHansard(files, { paths: values['hansard.members'], roots: membersRoots(config) }),
    zotero,
    tools: toolDirectory(toolsets, {
      ...parts,
      table,
      isBounded: offer.isBounded,
      vectors: vectorMemory({ home: join(values.home, 'vectors'), process: String(pid) }),
      runtime: () => runtime,
    }),
    folders: folderReader({
      home: world.homedir,
      workingDirectory: world.cwd,
      maxBytes: Math.min(shownFileBytes, values['files.max_bytes']),
      ownPaths: ownPaths(values),
    }),
    folderMemory: folderMemory({
      home: join(values.home, 'folders'),
      host: hostname(),
      process: String(pid),
    }),
    generated: generatedFiles(toolsets),
    workflows: n8n.open,
    knowledge: {
      library: values['knowledge.library'],
      codeExamples: values['knowledge.agentic'],
      reranking: values['knowledge.reranking'],
      contextual: values['knowledge.contextual'],
    },
    graph,
    facts,
    clock: systemClock,
    rootsFor: rootsPolicy(values['files.roots'], {
      startedIn: world.cwd,
      hasToken: values['http.token'] !== null,
    }),
    server: {
      name: 'quire',
      version: world.version,
      platform: `${platform()} ${arch()}`,
      runtime: versions.node,
      cwd: world.cwd,
      home: values.home,
      toolsets: table.toolsets.map(toolset => toolset.name),
      warnings: [...config.warnings, ...refused],
    },
    defaults: {
      ocrLanguages: values['convert.ocr_languages'],
      citationOcrLanguages:
        config.origins['convert.ocr_languages'].from === 'default'
          ? ['en', 'de']
          : values['convert.ocr_languages'],
      zotero: {
        includeAnnotations: values['zotero.include_annotations'],
        preferFulltext: values['zotero.prefer_fulltext'],
      },
      searchMode: values['search.hybrid'] ? 'hybrid' : 'dense',
    },
  }
  const runtime: Runtime<Services> = { services, clock: world.callClock ?? systemClock, log }
  return {
    ...offer,
    config,
    parts,
    engine,
    runtime,
    resources: storedResources(services),
    tasks: jobTasks(engine, table),
    log,
    async close() {
      await engine.close()
      await crawls.close()
      await zotero.close()
      await n8n.close()
      await graph.close()
      await facts.close()
      await urls.close()
    },
  }
}

/** Tables that a project file named, without being trusted, must lie in its folder. */
function membersRoots({ origins, project }: Config): string[] | null {
  const isFree = origins['hansard.members'].from !== 'project' || project?.trust === 'trusted'
  return isFree || project === null ? null : [dirname(project.path)]
}

function sayRefused({ id, declaredIn }: DeclaredProject): string {
  const path = declaredIn ?? ''
  return `${withoutControls(path)} declares the project "${id}", which was created elsewhere: what it says of it is ignored. If you trust it, run: ${trustCommand(path)}`
}
