import { uuidOf } from '../../../core/model/identity.ts'
import type { CodeAttribute, CodeClass, CodeFile, CodeFunction, CodeParameter } from '../model/code.ts'
import type { CodeGraph, EdgeType, GraphNode, NodeLabel, PropertyValue } from '../model/code-graph.ts'

const labelOfKind: Readonly<Record<CodeClass['kind'], NodeLabel>> = {
  class: 'Class',
  struct: 'Class',
  trait: 'Interface',
  interface: 'Interface',
  enum: 'Enum',
  type: 'Type',
  namespace: 'Namespace',
}

type ClassAddress = { repository: string; path: string; fullName: string; ordinal: number }

/** What a definition is in: its full name and node, and the edge that leads to the definition. */
type Parent = { owner: string; parent: string; edge: EdgeType }

export function fileId(repository: string, path: string): string {
  return uuidOf('code', repository, 'file', path)
}

/** `ordinal` counts classes with the same full name in the same file. */
export function classId({ repository, path, fullName, ordinal }: ClassAddress): string {
  return uuidOf('code', repository, path, 'class', fullName, String(ordinal))
}

/** The nodes and edges of all definitions in one file. Depends on nothing but the file. */
export function fileGraph(repository: string, repositoryNode: string, file: CodeFile): CodeGraph {
  const graph: CodeGraph = { nodes: [], edges: [] }
  const counts = new Map<string, number>()
  const ordinalOf = (key: string): number => {
    const ordinal = counts.get(key) ?? 0
    counts.set(key, ordinal + 1)
    return ordinal
  }
  const add = (node: Omit<GraphNode, 'repository' | 'file'>, type: EdgeType, from: string): string => {
    graph.nodes.push({ ...node, repository, file: file.path })
    graph.edges.push({
      id: uuidOf('code', from, type, node.id),
      type,
      from,
      to: node.id,
      repository,
      file: file.path,
      properties: {},
    })
    return node.id
  }
  const join = (...parts: string[]) => parts.filter(Boolean).join('.')

  const addFunction = (one: CodeFunction, { owner, parent, edge }: Parent): void => {
    const fullName = join(owner, one.name)
    const label: NodeLabel = edge === 'HAS_METHOD' ? 'Method' : 'Function'
    const id = uuidOf(
      'code',
      repository,
      file.path,
      label,
      fullName,
      String(ordinalOf(`${label} ${fullName}`)),
    )
    add(
      {
        id,
        label,
        properties: {
          ...functionProperties(one, fullName),
          is_local: edge === 'DEFINES' && owner !== file.module,
        },
      },
      edge,
      parent,
    )
    for (const [at, parameter] of one.parameters.entries())
      add(
        {
          id: uuidOf('code', id, 'parameter', String(at)),
          label: 'Parameter',
          properties: {
            name: parameter.name,
            kind: parameter.kind,
            type: parameter.type?.text ?? null,
            default: parameter.default,
            optional: parameter.isOptional,
            position: at,
          },
        },
        'HAS_PARAMETER',
        id,
      )
    for (const local of one.locals)
      if (local.kind === 'function')
        addFunction(local.definition, { owner: fullName, parent: id, edge: 'DEFINES' })
      else addClass(local.definition, { owner: fullName, parent: id, edge: 'DEFINES' })
  }

  const addAttribute = (one: CodeAttribute, { owner, parent, edge }: Parent): void => {
    const fullName = join(owner, one.name)
    const id = uuidOf(
      'code',
      repository,
      file.path,
      'attribute',
      fullName,
      String(ordinalOf(`attribute ${fullName}`)),
    )
    add({ id, label: 'Attribute', properties: attributeProperties(one, fullName) }, edge, parent)
  }

  const addClass = (one: CodeClass, { owner, parent, edge }: Parent): void => {
    const fullName = join(owner, one.name)
    const ordinal = ordinalOf(`class ${fullName}`)
    const id = classId({ repository, path: file.path, fullName, ordinal })
    add({ id, label: labelOfKind[one.kind], properties: classProperties(one, fullName) }, edge, parent)
    const within = { owner: fullName, parent: id }
    for (const method of one.methods) addFunction(method, { ...within, edge: 'HAS_METHOD' })
    for (const attribute of one.attributes) addAttribute(attribute, { ...within, edge: 'HAS_ATTRIBUTE' })
    for (const inner of one.classes) addClass(inner, { ...within, edge: 'HAS_CLASS' })
  }

  const id = add(
    { id: fileId(repository, file.path), label: 'File', properties: fileProperties(file) },
    'CONTAINS',
    repositoryNode,
  )
  const inModule: Parent = { owner: file.module, parent: id, edge: 'DEFINES' }
  for (const one of file.classes) addClass(one, inModule)
  for (const one of file.functions) addFunction(one, inModule)
  for (const one of file.variables) addAttribute(one, inModule)
  return graph
}

type Properties = Record<string, PropertyValue>

function fileProperties(file: CodeFile): Properties {
  return {
    path: file.path,
    name: file.path.split('/').at(-1) ?? file.path,
    module_name: file.module,
    language: file.language,
    line_count: file.lineCount,
    hash: file.hash,
    doc: file.doc,
    problem_count: file.problems.length,
  }
}

function classProperties(one: CodeClass, fullName: string): Properties {
  return {
    name: one.name,
    full_name: fullName,
    kind: one.kind,
    bases: one.bases.map(({ text }) => text),
    decorators: one.decorators,
    abstract: one.isAbstract,
    private: one.isPrivate,
    exported: one.isExported,
    doc: one.doc,
    line: one.line,
    end_line: one.endLine,
  }
}

function functionProperties(one: CodeFunction, fullName: string): Properties {
  const names = one.parameters.map(({ name }) => name)
  return {
    name: one.name,
    full_name: fullName,
    kind: one.kind,
    args: names,
    params_list: one.parameters.map(formatParameter),
    params_detailed: one.parameters.map(formatParameter),
    return_type: one.returns?.text ?? 'Any',
    signature: formatSignature(one),
    overloads: one.overloads.map(overload => formatSignature({ ...one, ...overload })),
    decorators: one.decorators,
    async: one.isAsync,
    static: one.isStatic,
    abstract: one.isAbstract,
    private: one.isPrivate,
    exported: one.isExported,
    doc: one.doc,
    line: one.line,
    end_line: one.endLine,
  }
}

function attributeProperties(one: CodeAttribute, fullName: string): Properties {
  return {
    name: one.name,
    full_name: fullName,
    kind: one.kind,
    type: one.type?.text ?? 'Any',
    default: one.default,
    static: one.isStatic,
    private: one.isPrivate,
    exported: one.isExported,
    line: one.line,
  }
}

const marks: Readonly<Record<CodeParameter['kind'], string>> = {
  positional: '',
  positional_only: '',
  keyword_only: '[keyword_only] ',
  var_positional: '[var_positional] ',
  var_keyword: '[var_keyword] ',
}

/** A parameter in the contract's format: `[keyword_only] name:type=default`. */
function formatParameter({ name, kind, type, default: value }: CodeParameter): string {
  return `${marks[kind]}${name}:${type?.text ?? 'Any'}${value === null ? '' : `=${value}`}`
}

/** A readable signature: `name(first: int, *rest, last = 3) -> str`. */
function formatSignature({
  name,
  parameters,
  returns,
}: Pick<CodeFunction, 'name' | 'parameters' | 'returns'>): string {
  const stars = {
    positional: '',
    positional_only: '',
    keyword_only: '',
    var_positional: '*',
    var_keyword: '**',
  } as const
  const list = parameters.map(
    ({ name: parameter, kind, type, default: value, isOptional }) =>
      `${stars[kind]}${parameter}${isOptional && value === null && stars[kind] === '' ? '?' : ''}${type ? `: ${type.text}` : ''}${value === null ? '' : ` = ${value}`}`,
  )
  return `${name}(${list.join(', ')})${returns ? ` -> ${returns.text}` : ''}`
}
