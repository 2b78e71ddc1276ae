import type { ReportProgress } from '../../../core/model/progress.ts'
import type { Embedder } from '../../../core/ports/embedder.ts'
import { checkScript } from '../check/check-script.ts'
import { nameSuggester } from '../check/name-suggester.ts'
import type { CheckReport } from '../check/report.ts'
import type { GraphNode } from '../model/code-graph.ts'
import type { CodeParser, CodeSource } from '../ports/code-parser.ts'
import type { GraphQueries, GraphQueryOptions, GraphRows } from '../ports/graph-queries.ts'
import type { RepositoryRecord } from '../ports/graph-store.ts'
import type { RepositoryAccess, RepositoryAddress } from '../ports/repository-reader.ts'
import { codeLibrary } from './code-library.ts'
import {
  type ClassDescription,
  classLabels,
  describeClass,
  type FoundMethod,
  findMethods,
  findRepository,
  type MethodRequest,
} from './find-in-graph.ts'
import { type ParseParts, type ParseReport, parseRepository } from './parse-repository.ts'
import { type Picture, picture } from './picture.ts'

export type CodeGraphParts = ParseParts & {
  queries: GraphQueries
  /** Tells which names mean the same; without it suggestions go by spelling alone. */
  embedder: Embedder | null
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
  check(source: Pick<CodeSource, 'path' | 'language' | 'text'>, signal: AbortSignal): Promise<CheckReport>
  /** A repository or entity with what surrounds it. */
  picture(of: string, limit: number): Promise<Picture>
  parser: Pick<CodeParser, 'languageOf'>
}

export function codeGraphs(parts: CodeGraphParts): CodeGraphs {
  const { store, parser, repositories, queries, embedder } = parts
  const library = codeLibrary(store)
  const suggest = nameSuggester(embedder)
  const find = async (name: string) => findRepository(await store.listRepositories(), name)
  return {
    identify: (address, access) => repositories.identify(address, access),
    parse: (address, access, context) => parseRepository(address, access, parts, context),
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
    async check(source, signal) {
      const script = await parser.readScript({ ...source, module: '__main__' }, signal)
      return checkScript(script, await library.viewFor(script), { suggest, signal })
    },
    picture: (of, limit) => picture(of, limit, store),
    parser,
  }
}
