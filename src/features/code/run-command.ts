import { sep } from 'node:path'
import { Failure } from '../../core/model/failure.ts'
import type { CodeGraphs } from './graph/code-graphs.ts'
import type { GraphNode, NodeLabel } from './model/code-graph.ts'
import type { GraphCommand } from './parse-command.ts'

/** What a command found, or why it found nothing, in the contract's shape. */
export type CommandResult =
  | {
      data: Record<string, unknown>
      metadata: { total_results: number; limited: boolean } & Record<string, unknown>
    }
  | { error: string; data?: Record<string, unknown> }

const most = 20
const mostOfClass = 1_000
const queryMs = 10_000

type Found<K extends GraphCommand['kind']> = Extract<GraphCommand, { kind: K }>

export async function runCommand(
  command: GraphCommand,
  graphs: CodeGraphs,
  { roots, signal }: { roots: readonly string[] | null; signal: AbortSignal },
): Promise<CommandResult> {
  switch (command.kind) {
    case 'wrong':
      return { error: command.error }
    case 'repos':
      return listRepositories(graphs, roots)
    case 'explore':
      return asResult(() => explore(command, graphs, roots))
    case 'classes':
      return asResult(() => listClasses(command, graphs))
    case 'class':
      return describeClass(command, graphs)
    case 'method':
      return findMethods(command, graphs)
    case 'query':
      return runQuery(command, graphs, signal)
  }
}

async function listRepositories(graphs: CodeGraphs, roots: readonly string[] | null): Promise<CommandResult> {
  const records = await graphs.listRepositories()
  return {
    data: {
      repositories: records.map(({ name }) => name),
      details: records.map(({ name, source, revision, parsedAt, counts }) => ({
        name,
        source: shownSource(source, roots),
        revision,
        parsed_at: parsedAt,
        files: counts.File ?? 0,
      })),
    },
    metadata: { total_results: records.length, limited: false },
  }
}

async function explore(
  { repository }: Found<'explore'>,
  graphs: CodeGraphs,
  roots: readonly string[] | null,
): Promise<CommandResult> {
  const { name, counts, edges, source, revision, parsedAt } = await graphs.findRepository(repository)
  const sum = (...labels: NodeLabel[]) => labels.reduce((total, label) => total + (counts[label] ?? 0), 0)
  return {
    data: {
      repository: name,
      statistics: {
        files: sum('File'),
        classes: sum('Class', 'Interface', 'Enum'),
        functions: sum('Function'),
        methods: sum('Method'),
        attributes: sum('Attribute'),
        packages: sum('Package'),
        nodes: Object.values(counts).reduce((total, count) => total + count, 0),
        edges,
      },
      source: shownSource(source, roots),
      revision,
      parsed_at: parsedAt,
    },
    metadata: { total_results: 1, limited: false },
  }
}

async function listClasses({ repository }: Found<'classes'>, graphs: CodeGraphs): Promise<CommandResult> {
  const { classes, total } = await graphs.listClasses({ repository, limit: most })
  return {
    data: {
      classes: classes.map(({ properties: { name, full_name } }) => ({ name, full_name })),
      repository_filter: repository,
    },
    metadata: { total_results: classes.length, limited: total > classes.length },
  }
}

async function describeClass({ name }: Found<'class'>, graphs: CodeGraphs): Promise<CommandResult> {
  const found = await graphs.describeClass(name)
  if (found === null) return { error: `Class '${name}' not found in knowledge graph` }
  const { node, attributes, bases } = found
  // A property is an attribute to whoever uses it, though it is written like a method.
  const methods = found.methods.filter(({ properties: { kind } }) => kind !== 'getter' && kind !== 'setter')
  return {
    data: {
      class: {
        name: node.properties.name,
        full_name: node.properties.full_name,
        methods: methods.map(({ properties }) => ({
          name: properties.name,
          parameters: properties.params_list,
          return_type: properties.return_type,
        })),
        attributes: attributes.map(({ properties: { name: attribute, type } }) => ({
          name: attribute,
          type,
        })),
        bases: bases.map(({ properties }) => properties.full_name),
        repository: node.repository,
        file: node.file,
        line: node.properties.line,
        doc: node.properties.doc,
      },
    },
    metadata: {
      total_results: 1,
      methods_count: methods.length,
      attributes_count: attributes.length,
      limited: false,
    },
  }
}

async function findMethods({ name, owner }: Found<'method'>, graphs: CodeGraphs): Promise<CommandResult> {
  const limit = owner === null ? most : mostOfClass
  const found = await graphs.findMethods({ name, owner, limit: limit + 1 })
  const where = owner === null ? '' : ` in class '${owner}'`
  if (found.length === 0) return { error: `Method '${name}'${where} not found in knowledge graph` }
  return {
    data: {
      methods: found.slice(0, limit).map(({ method, owner: home }) => methodOnWire(method, home)),
      class_filter: owner,
    },
    metadata: { total_results: Math.min(found.length, limit), limited: found.length > limit },
  }
}

function methodOnWire({ properties, repository }: GraphNode, owner: GraphNode): Record<string, unknown> {
  return {
    class_name: owner.properties.name,
    class_full_name: owner.properties.full_name,
    method_name: properties.name,
    parameters: properties.params_list,
    return_type: properties.return_type,
    legacy_args: properties.args,
    repository,
  }
}

async function runQuery(
  { cypher }: Found<'query'>,
  graphs: CodeGraphs,
  signal: AbortSignal,
): Promise<CommandResult> {
  try {
    const { rows, columns, limited } = await graphs.query(cypher, {
      signal,
      maxRows: most,
      timeoutMs: queryMs,
    })
    return {
      data: { query: cypher, results: rows, columns },
      metadata: { total_results: rows.length, limited },
    }
  } catch (error) {
    if (!(error instanceof Failure) || !error.code.startsWith('CYPHER_')) throw error
    const hint = error.hint === null ? '' : ` ${error.hint}`
    return { error: `Cypher query error: ${error.message}${hint}`, data: { query: cypher } }
  }
}

/** An address, or a folder that the caller may look into; where others lie is not theirs to know. */
function shownSource(source: string, roots: readonly string[] | null): string | null {
  if (roots === null || /^https?:\/\//.test(source)) return source
  const isInside = roots.some(root => source === root || source.startsWith(root.replace(/[\\/]?$/, sep)))
  return isInside ? source : null
}

/** A name that nothing has is an answer of this contract, not a failure. */
async function asResult(work: () => Promise<CommandResult>): Promise<CommandResult> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure && error.code.startsWith('REPOSITORY_')) return { error: error.message }
    throw error
  }
}
