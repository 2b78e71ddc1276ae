import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { isAbsolute, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Caller } from '../core/contract/caller.ts'
import { invoke } from '../core/contract/invoke.ts'
import { toolTable } from '../core/contract/tool-table.ts'
import type { Engine } from '../core/engine.ts'
import type { Feature } from '../core/feature.ts'
import { Failure } from '../core/model/failure.ts'
import type { ReportProgress } from '../core/model/progress.ts'
import { followModels } from './config/follow-models.ts'
import { loadConfig } from './config/load-config.ts'
import { settingNames } from './config/setting-names.ts'
import { features } from './features.ts'
import { wire } from './wire.ts'

export type QuireOptions = {
  /** Folder that holds the database and all other files that Quire writes. Default: `~/.quire`. */
  home?: string
  /** Where documents are stored: `sqlite:/path/to/file.db`. Default: a database in the home. */
  store?: string
  /** The embedding model. Default: the bundled one. */
  embedder?: string
  /** Other settings, by the keys that `quire config show` lists: `{ 'chunk.max_tokens': 256 }`. */
  settings?: Readonly<Record<string, unknown>>
  /** Features to add to the built-in ones. */
  features?: readonly Feature[]
}

export type CallOptions = { signal?: AbortSignal; progress?: ReportProgress }

/** A passage as `search` returns it. */
export type FoundPassage = {
  chunk_id: string
  doc_id: string
  title: string
  content: string
  score: number
  page: number | null
  page_label: string | null
  section_path: string[]
  link: string
  library: string
}

/** An open instance of Quire in this process, with all tools. */
export type Quire = {
  engine: Engine
  /** Calls any tool by its name and returns its answer. Throws a Failure. */
  call(tool: string, input: Record<string, unknown>, options?: CallOptions): Promise<Record<string, unknown>>
  /** Ingests a file, a folder or a web address. Unchanged sources are skipped. */
  ingest(source: string, options?: CallOptions & { library?: string }): Promise<Record<string, unknown>>
  /** Returns the passages that match a question, best first. */
  search(
    question: string,
    options?: CallOptions & { library?: string; limit?: number },
  ): Promise<FoundPassage[]>
  /** Returns a reference of a project, formatted in a citation style. */
  cite(
    citekey: string,
    options: CallOptions & { project: string; style?: 'apa' | 'vancouver' | 'harvard' | 'bibtex' },
  ): Promise<string>
  close(): Promise<void>
}

const caller: Caller = { surface: 'library', isLocal: true }

/** Opens Quire inside a program. The caller must close it. */
export async function createQuire(options: QuireOptions = {}): Promise<Quire> {
  const all = [...features, ...(options.features ?? [])]
  const folder = process.cwd()
  const world = {
    // PATH is needed to find programs such as Tesseract. Settings come only from the options.
    env: { PATH: process.env.PATH },
    cwd: folder,
    homedir: homedir(),
    streams: process,
    version: versionOfPackage(),
  }
  const loaded = loadConfig({
    argv: options.home === undefined ? [] : ['--home', resolve(folder, options.home)],
    env: {},
    file: { path: join(folder, 'quire.toml'), table: tableOf(options) },
    cwd: folder,
    homedir: world.homedir,
    features: all,
    names: settingNames(all),
  })
  const config = followModels(loaded)
  const wired = await wire(config, world, { quietLevel: 'error' })
  const table = toolTable(await wired.toolsets())

  async function call(tool: string, input: Record<string, unknown>, { signal, progress }: CallOptions = {}) {
    const row = table.find(tool)
    if (row === undefined) throw new Failure('not_found', 'UNKNOWN_TOOL', `There is no tool ${tool}.`)
    const outcome = await invoke(
      row,
      {
        input,
        caller,
        patienceMs: Number.POSITIVE_INFINITY,
        ...(signal === undefined ? {} : { signal }),
        ...(progress === undefined ? {} : { progress }),
      },
      wired.runtime,
    )
    if (outcome.ok) return outcome.value
    throw outcome.failure
  }

  return {
    engine: wired.engine,
    call,
    async ingest(source, { library, ...rest } = {}) {
      const into = library === undefined ? {} : { library }
      if (/^https?:\/\//i.test(source)) return call('ingest_url', { url: source, ...into }, rest)
      const path = isAbsolute(source) ? source : resolve(folder, source)
      const { files } = await wired.runtime.services({})
      return (await files.isFolder(path))
        ? call('ingest_folder', { folder: path, ...into }, rest)
        : call('ingest_file', { path, ...into }, rest)
    },
    async search(question, { library, limit, ...rest } = {}) {
      const input = {
        query: question,
        ...(library === undefined ? {} : { library }),
        ...(limit === undefined ? {} : { top_k: limit }),
      }
      const { results } = await call('search', input, rest)
      // SAFETY: invoke has checked the answer against the tool's output schema, which has these fields.
      return results as FoundPassage[]
    },
    async cite(citekey, { project, style, ...rest }) {
      const input = { citekey, project, ...(style === undefined ? {} : { style }) }
      return String((await call('format_citation', input, rest)).citation)
    },
    close: () => wired.close(),
  }
}

/** Returns the options as the table of a settings file. */
function tableOf({ store, embedder, settings }: QuireOptions): Record<string, unknown> {
  return {
    ...settings,
    ...(store === undefined ? {} : { 'store.url': store }),
    ...(embedder === undefined ? {} : { 'embedder.model': embedder }),
  }
}

function versionOfPackage(): string {
  const manifest = new URL('../../package.json', import.meta.url)
  const { version } = JSON.parse(readFileSync(fileURLToPath(manifest), 'utf8'))
  return String(version)
}
