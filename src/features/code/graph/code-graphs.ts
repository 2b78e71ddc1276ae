import type { ReportProgress } from '../../../core/model/progress.ts'
import type { Clock } from '../../../core/ports/clock.ts'
import type { CheckReport } from '../check/report.ts'
import type { CodeLanguage } from '../model/code.ts'
import type { GraphNode } from '../model/code-graph.ts'
import { languageOf } from '../parse/language-of.ts'
import type { CodeWork, ScriptSource } from '../ports/code-work.ts'
import type { GraphQueries, GraphQueryOptions, GraphRows } from '../ports/graph-queries.ts'
import type { GraphStore, RepositoryRecord } from '../ports/graph-store.ts'
import type { RepositoryAccess, RepositoryAddress, RepositoryReader } from '../ports/repository-reader.ts'
import {
  type ClassDescription,
  classLabels,
  describeClass,
  type FoundMethod,
  findMethods,
  findRepository,
  type MethodRequest,
} from './find-in-graph.ts'
import { type Picture, picture } from './picture.ts'
import type { ParseReport } from './update-repository.ts'

export type CodeGraphParts = {
  store: GraphStore
  work: CodeWork
  repositories: RepositoryReader
  queries: GraphQueries
  clock: Clock
}

/** The graph of code: what toolsets call. */
export type CodeGraphs = {
  /** What an address leads to, before anything is fetched; refuses what is not allowed. */
  identify(address: string, access: RepositoryAccess): Promise<RepositoryAddress>
  parse(
    address: string,
    access: RepositoryAccess,
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<ParseReport>
  /** In order of name. */
  listRepositories(): Promise<RepositoryRecord[]>
  /** By its full name, or a plain one where that is not ambiguous. */
  findRepository(name: string): Promise<RepositoryRecord>
  /** Removes a repository, found in the same way, from the graph; answers with its full name. */
  remove(name: string): Promise<string>
  /** Classes, interfaces and enumerations by full name; of all repositories when none is named. */
  listClasses(request: {
    repository: string | null
    limit: number
  }): Promise<{ classes: GraphNode[]; total: number }>
  describeClass(name: string): Promise<ClassDescription | null>
  findMethods(request: MethodRequest): Promise<FoundMethod[]>
  /** Read-only openCypher. */
  query(cypher: string, options: GraphQueryOptions): Promise<GraphRows>
  /** Judges every use that a script makes of the libraries in the graph. */
  check(source: ScriptSource, signal: AbortSignal): Promise<CheckReport>
  /** A repository or entity with what surrounds it. */
  picture(of: string, limit: number): Promise<Picture>
  /** The language of a file by its name; null for what is not parsed. */
  languageOf(path: string): CodeLanguage | null
}

export function codeGraphs({ store, work, repositories, queries, clock }: CodeGraphParts): CodeGraphs {
  const find = async (name: string) => findRepository(await store.listRepositories(), name)
  return {
    identify: (address, access) => repositories.identify(address, access),
    async parse(address, access, context) {
      const { source, names } = await repositories.identify(address, access)
      const { revision, files, read, close } = await repositories.open(address, access, context)
      try {
        return await work.update({ source, names, revision, files, parsedAt: clock.now() }, read, context)
      } finally {
        await close()
      }
    },
    listRepositories: () => store.listRepositories(),
    findRepository: find,
    async remove(name) {
      const record = await find(name)
      await store.remove(record.name)
      return record.name
    },
    async listClasses({ repository, limit }) {
      const within = repository === null ? undefined : (await find(repository)).name
      const query = { labels: classLabels, repository: within }
      return { classes: await store.findNodes({ ...query, limit }), total: await store.countNodes(query) }
    },
    describeClass: name => describeClass(store, name),
    findMethods: request => findMethods(store, request),
    query: (cypher, options) => queries.run(cypher, options),
    check: (source, signal) => work.check(source, signal),
    picture: (of, limit) => picture(of, limit, store),
    languageOf,
  }
}
