import { Failure } from '../../../core/model/failure.ts'
import type { ReportProgress } from '../../../core/model/progress.ts'
import type { CodeRepository } from '../model/code-graph.ts'
import type { CodeParser } from '../ports/code-parser.ts'
import type { GraphStore, RepositoryFacts, RepositoryRecord } from '../ports/graph-store.ts'
import type { OpenRepository, RepositoryAddress } from '../ports/repository-reader.ts'
import { graphShape, planUpdate } from './build-graph.ts'
import { importRoot, namespacedName } from './import-names.ts'
import { linkFilesInTurns } from './link-files.ts'
import type { SkippedFile } from './parse-files.ts'
import { readRepository } from './read-repository.ts'

/** A repository as it was opened: where it comes from and what it holds. */
export type RepositoryState = RepositoryAddress &
  Pick<OpenRepository, 'revision' | 'files'> & { parsedAt: string }

export type UpdateParts = { store: GraphStore; parser: CodeParser; read: OpenRepository['read'] }

export type ParseReport = {
  record: RepositoryRecord
  /** Files of the new graph, by what became of them. */
  files: { total: number; changed: number; unchanged: number; removed: number }
  skipped: SkippedFile[]
  /** Files with syntax errors: what could still be read of them is there. */
  broken: string[]
  /** The first few modules, for people to see what was read. */
  sampleModules: string[]
}

type Context = { signal: AbortSignal; progress: ReportProgress }

/** Parses a repository and swaps its new graph in; until then, and when anything fails, the old one answers. */
export async function updateRepository(
  state: RepositoryState,
  parts: UpdateParts,
  context: Context,
): Promise<ParseReport> {
  const name = await chooseName(state, parts.store)
  return untilSettled(() => update({ ...state, name }, parts, context))
}

/** The name it has already, else the shortest that no other repository has. */
async function chooseName({ source, names }: RepositoryAddress, store: GraphStore): Promise<string> {
  const known = await store.listRepositories()
  const own = known.find(record => record.source === source)
  const free = names.find(name => known.every(record => record.name !== name))
  return own?.name ?? free ?? source
}

async function update(
  { name, source, revision, parsedAt, files }: RepositoryState & { name: string },
  { store, parser, read }: UpdateParts,
  context: Context,
): Promise<ParseReport> {
  const old = await store.loadRepository(name)
  const before = new Map(old?.files.map(file => [file.path, file]))
  const { repository, parsed } = await readRepository({ files, read }, { name, parser, before }, context)
  if (repository.files.length === 0) throw nothingToParse(name, files.length)
  const total = repository.files.length
  context.progress({ done: total, total, message: 'Writing the graph' })
  const facts = factsOf(repository, { source, revision, parsedAt })
  const links = await linkFilesInTurns(repository, context.signal)
  const kept = old?.shape === graphShape ? old.files : []
  const change = {
    repository: facts,
    basedOn: old?.version ?? null,
    ...planUpdate(kept, repository, { links, texts: parsed.texts }),
  }
  const record = await store.replace(change, context.signal)
  return {
    record,
    files: {
      total,
      changed: parsed.changed.length,
      unchanged: total - parsed.changed.length,
      removed: parsed.removed.length,
    },
    skipped: parsed.skipped,
    broken: repository.files.filter(({ problems }) => problems.length > 0).map(({ path }) => path),
    sampleModules: [...new Set(repository.files.map(({ module }) => module))].slice(0, 5),
  }
}

/** Someone else may swap a graph of the same repository in first; the difference is then taken from theirs. */
async function untilSettled<T>(attempt: () => Promise<T>, left = 3): Promise<T> {
  try {
    return await attempt()
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'GRAPH_CHANGED' || left === 0) throw error
    return untilSettled(attempt, left - 1)
  }
}

function factsOf(
  { name, files, packages, nativeModules }: CodeRepository,
  origin: Pick<RepositoryFacts, 'source' | 'revision' | 'parsedAt'>,
): RepositoryFacts {
  const modules = files
    .filter(({ language }) => language === 'python')
    .flatMap(({ module, path }) => [module, namespacedName(path)])
  const unread = nativeModules.filter(module => !module.includes('/'))
  const offers = [...modules, ...unread].map(module => module.split('.')[0] ?? module)
  const needs = files.flatMap(file =>
    file.imports.flatMap(one => importRoot(one.module, file.language) ?? []),
  )
  const named = packages.filter(one => one.name !== '')
  const own = new Set([...offers, ...named.flatMap(one => [one.name, ...describedBy(one.name)])])
  return {
    name,
    ...origin,
    shape: graphShape,
    packages,
    nativeModules,
    offers: [...own].sort(),
    needs: [...new Set(needs)].filter(root => !own.has(root)).sort(),
  }
}

/** `@types/koa__router` answers for `@koa/router`. */
function describedBy(name: string): string[] {
  const [, bare] = /^@types\/(.+)$/.exec(name) ?? []
  if (bare === undefined) return []
  return [bare.includes('__') ? `@${bare.replace('__', '/')}` : bare]
}

function nothingToParse(name: string, files: number): Failure {
  return new Failure(
    'invalid',
    'NOTHING_TO_PARSE',
    `None of the ${files} files of ${name} is source code that can be parsed.`,
    {
      hint: 'Python, TypeScript, JavaScript, Go, Java and Rust are parsed; tests, examples and files of 500,000 bytes or more (TypeScript: 2,500,000) are left out.',
    },
  )
}
