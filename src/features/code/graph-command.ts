import { sep } from 'node:path'
import { Failure } from '../../core/model/failure.ts'
import type { JsonObject } from '../../core/model/json.ts'
import type { CodeGraphs } from './graph/code-graphs.ts'
import type { GraphNode, NodeLabel } from './model/code-graph.ts'

/** A parsed command of query_knowledge_graph, or its error in the contract's words. */
export type GraphCommand =
  | { kind: 'repos' }
  | { kind: 'explore'; repository: string }
  | { kind: 'classes'; repository: string | null }
  | { kind: 'class'; name: string }
  | { kind: 'method'; name: string; owner: string | null }
  | { kind: 'query'; cypher: string }
  | { kind: 'wrong'; error: string }

const available =
  'Available commands: repos, explore <repo>, classes [repo], class <name>, method <name> [class], query <cypher>'

/** The first word is the command, in any case; the arguments may be quoted. */
export function parseCommand(command: string): GraphCommand {
  const [, word = '', rest = ''] = /^(\S*)\s*(.*)$/s.exec(command.trim()) ?? []
  const [first, second] = wordsOf(rest)
  switch (word.toLowerCase()) {
    case '':
      return { kind: 'wrong', error: `Command cannot be empty. ${available}` }
    case 'repos':
      return { kind: 'repos' }
    case 'explore':
      if (first === undefined) return missing('Repository name', 'explore <repo_name>')
      return { kind: 'explore', repository: first }
    case 'classes':
      return { kind: 'classes', repository: first ?? null }
    case 'class':
      if (first === undefined) return missing('Class name', 'class <class_name>')
      return { kind: 'class', name: first }
    case 'method':
      if (first === undefined) return missing('Method name', 'method <method_name> [class_name]')
      return { kind: 'method', name: first, owner: second ?? null }
    case 'query': {
      const cypher = unquote(rest.trim())
      if (cypher === '') return missing('Cypher query', 'query <cypher_query>')
      return { kind: 'query', cypher }
    }
    default:
      return { kind: 'wrong', error: `Unknown command '${word.slice(0, 100)}'. ${available}` }
  }
}

function missing(what: string, usage: string): GraphCommand {
  return { kind: 'wrong', error: `${what} required. Usage: ${usage}` }
}

function wordsOf(text: string): string[] {
  return (text.match(/"[^"]*"|'[^']*'|\S+/g) ?? []).map(unquote).filter(word => word !== '')
}

/** Removes quotes around the whole text: `"MATCH …"`, but not `'a' = 'b'`. */
function unquote(text: string): string {
  const quote = text[0]
  const isQuoted =
    text.length > 1 && (quote === '"' || quote === "'" || quote === '`') && text.endsWith(quote)
  if (!isQuoted) return text
  const inside = text.slice(1, -1)
  const isWhole = !inside.replaceAll(`\\${quote}`, '').includes(quote)
  return isWhole ? inside.replaceAll(`\\${quote}`, quote).trim() : text
}

/** The result of a command or its error, in the contract's format. */
type CommandResult =
  | {
      data: Record<string, unknown>
      metadata: { total_results: number; limited: boolean } & Record<string, unknown>
    }
  | { error: string; data?: Record<string, unknown> }

const maxResults = 20
const maxMethodsOfClass = 1_000
const queryMs = 10_000

type Found<K extends GraphCommand['kind']> = Extract<GraphCommand, { kind: K }>

type CommandContext = {
  roots: readonly string[] | null
  signal: AbortSignal
  /** The values of `$name` in a Cypher query. */
  parameters?: JsonObject
}

export async function runCommand(
  command: GraphCommand,
  graphs: CodeGraphs,
  { roots, signal, parameters = {} }: CommandContext,
): Promise<CommandResult> {
  switch (command.kind) {
    case 'wrong':
      return { error: command.error }
    case 'repos':
      return answerRepos(graphs, roots)
    case 'explore':
      return asResult(() => answerExplore(command, graphs, roots))
    case 'classes':
      return asResult(() => answerClasses(command, graphs))
    case 'class':
      return answerClass(command, graphs)
    case 'method':
      return answerMethod(command, graphs)
    case 'query':
      return answerQuery(command, graphs, { signal, parameters })
  }
}

async function answerRepos(graphs: CodeGraphs, roots: readonly string[] | null): Promise<CommandResult> {
  const records = await graphs.listRepositories()
  return {
    data: {
      repositories: records.map(({ name }) => name),
      details: records.map(({ name, source, revision, parsedAt, counts }) => ({
        name,
        source: visibleSource(source, roots),
        revision,
        parsed_at: parsedAt,
        files: counts.File ?? 0,
      })),
    },
    metadata: { total_results: records.length, limited: false },
  }
}

async function answerExplore(
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
      source: visibleSource(source, roots),
      revision,
      parsed_at: parsedAt,
    },
    metadata: { total_results: 1, limited: false },
  }
}

async function answerClasses({ repository }: Found<'classes'>, graphs: CodeGraphs): Promise<CommandResult> {
  const { classes, total } = await graphs.listClasses({ repository, limit: maxResults })
  return {
    data: {
      classes: classes.map(({ properties: { name, full_name } }) => ({ name, full_name })),
      repository_filter: repository,
    },
    metadata: { total_results: classes.length, limited: total > classes.length },
  }
}

async function answerClass({ name }: Found<'class'>, graphs: CodeGraphs): Promise<CommandResult> {
  const found = await graphs.describeClass(name)
  if (found === null) return { error: `Class '${name}' not found in knowledge graph` }
  const { node, attributes, bases } = found
  // Getters and setters are used like attributes, though they are written like methods.
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

async function answerMethod({ name, owner }: Found<'method'>, graphs: CodeGraphs): Promise<CommandResult> {
  const limit = owner === null ? maxResults : maxMethodsOfClass
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

async function answerQuery(
  { cypher }: Found<'query'>,
  graphs: CodeGraphs,
  { signal, parameters }: { signal: AbortSignal; parameters: JsonObject },
): Promise<CommandResult> {
  try {
    const { rows, columns, limited, warnings } = await graphs.query(cypher, {
      parameters,
      signal,
      maxRows: maxResults,
      timeoutMs: queryMs,
    })
    return {
      data: { query: cypher, results: rows, columns },
      metadata: { total_results: rows.length, limited, ...(warnings.length > 0 ? { warnings } : {}) },
    }
  } catch (error) {
    if (!(error instanceof Failure) || !error.code.startsWith('CYPHER_')) throw error
    const hint = error.hint === null ? '' : ` ${error.hint}`
    return { error: `Cypher query error: ${error.message}${hint}`, data: { query: cypher } }
  }
}

/** Null for a folder outside the caller's roots: its path is not disclosed. */
function visibleSource(source: string, roots: readonly string[] | null): string | null {
  if (roots === null || /^https?:\/\//.test(source)) return source
  const isInside = roots.some(root => source === root || source.startsWith(root.replace(/[\\/]?$/, sep)))
  return isInside ? source : null
}

/** In this contract an unknown repository is a result with an error, not a Failure. */
async function asResult(work: () => Promise<CommandResult>): Promise<CommandResult> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof Failure && error.code.startsWith('REPOSITORY_')) return { error: error.message }
    throw error
  }
}
