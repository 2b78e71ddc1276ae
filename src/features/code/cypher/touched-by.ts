import { rankBySpelling } from '../check/rank-names.ts'
import type { EdgeType, NodeLabel } from '../model/code-graph.ts'
import type { EdgePattern, NodePattern, Query } from './syntax/query.ts'

/** The part of the graph that a query can touch; null for all labels or all types. */
export type Touched = { labels: readonly string[] | null; types: readonly string[] | null }

/** Names in a query, as far as they name parts of the graph. */
type Named = { labels: string[]; types: string[]; properties: string[] }

const knownLabels = [
  'Repository',
  'Package',
  'File',
  'Class',
  'Interface',
  'Enum',
  'Type',
  'Namespace',
  'Function',
  'Method',
  'Attribute',
  'Parameter',
] as const satisfies readonly NodeLabel[]

const knownTypes = [
  'CONTAINS',
  'DEFINES',
  'HAS_METHOD',
  'HAS_ATTRIBUTE',
  'HAS_PARAMETER',
  'HAS_CLASS',
  'IMPORTS',
  'EXTENDS',
] as const satisfies readonly EdgeType[]

/** What has to be loaded for a query: the labels of its nodes, where every pattern names them, and its edge types. */
export function touchedBy(query: Query): Touched {
  const { nodes, edges, callsProcedure } = patternsOf(query)
  const labelled = Map.groupBy(
    nodes.filter(({ labels }) => labels.length > 0),
    ({ variable }) => variable,
  )
  // A variable that has labels in one place is the same node elsewhere.
  const isOpen = ({ labels, variable }: NodePattern) =>
    labels.length === 0 && (variable === null || !labelled.has(variable))
  const passesOthers = edges.some(({ length }) => length !== null)
  const takesAll = callsProcedure || passesOthers || nodes.some(isOpen)
  return {
    labels: takesAll ? null : [...new Set(nodes.flatMap(({ labels }) => labels[0] ?? []))],
    types:
      callsProcedure || edges.some(({ types }) => types.length === 0)
        ? null
        : [...new Set(edges.flatMap(({ types }) => types))],
  }
}

/** Warns about names that the graph does not have, with the nearest that it has. */
export function unknownNames(query: Query, propertyNames: ReadonlySet<string>): string[] {
  const { labels, types, properties } = namesOf(query)
  return [
    ...warnings('label', labels, knownLabels),
    ...warnings('relation', types, knownTypes),
    ...(propertyNames.size > 0 ? warnings('property', properties, [...propertyNames]) : []),
  ]
}

function warnings(what: string, names: readonly string[], known: readonly string[]): string[] {
  return [...new Set(names)]
    .filter(name => !known.includes(name))
    .map(name => {
      const nearest = rankBySpelling(name, known)[0]?.name
      const others = what === 'property' ? '' : ` There are: ${known.join(', ')}.`
      return `No ${what} of the graph is called "${name}".${nearest ? ` Did you mean ${nearest}?` : others}`
    })
}

function namesOf(query: Query): Named {
  const { nodes, edges, values } = patternsOf(query)
  const variables = new Set([...nodes, ...edges].map(({ variable }) => variable))
  const read = values.flatMap(value => {
    const { kind, of, name } = value as {
      kind?: string
      of?: { kind?: string; name?: string }
      name?: string
    }
    return kind === 'property' && of?.kind === 'variable' && variables.has(of.name ?? '') ? [name ?? ''] : []
  })
  const matched = [...nodes, ...edges].flatMap(({ properties }) => properties.map(({ name }) => name))
  const checked = values.flatMap(value => {
    const { kind, labels } = value as { kind?: string; labels?: string[][] }
    return kind === 'label check' ? (labels?.flat() ?? []) : []
  })
  return {
    labels: [...nodes.flatMap(({ labels }) => labels.flat()), ...checked],
    types: edges.flatMap(({ types }) => types),
    properties: [...matched, ...read],
  }
}

type Patterns = { nodes: NodePattern[]; edges: EdgePattern[]; callsProcedure: boolean; values: object[] }

/** Everything in a query, inner queries and patterns in expressions included. */
function patternsOf(query: Query): Patterns {
  const found: Patterns = { nodes: [], edges: [], callsProcedure: false, values: [] }
  const visit = (value: unknown): void => {
    if (typeof value !== 'object' || value === null) return
    if (Array.isArray(value)) {
      value.forEach(visit)
      return
    }
    found.values.push(value)
    // SAFETY: only node patterns have `labels` beside `properties`, and only edge patterns have `types`.
    if ('labels' in value && 'properties' in value) found.nodes.push(value as NodePattern)
    if ('types' in value && 'direction' in value) found.edges.push(value as EdgePattern)
    if ('procedure' in value) found.callsProcedure = true
    Object.values(value).forEach(visit)
  }
  visit(query.parts)
  return found
}
