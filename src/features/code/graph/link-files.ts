import { setImmediate as breathe } from 'node:timers/promises'
import { throwIfAborted } from '../../../core/model/failure.ts'
import { uuidOf } from '../../../core/model/identity.ts'
import { infer } from '../check/infer.ts'
import { valueOfType } from '../check/type-value.ts'
import type { ClassReference, Value, World } from '../check/values.ts'
import { createWorld } from '../check/world.ts'
import type { CodeClass, CodeExpression, CodeFile } from '../model/code.ts'
import type { CodeRepository, GraphEdge } from '../model/code-graph.ts'
import { classId, fileId } from './file-graph.ts'
import { type GraphView, graphView } from './graph-view.ts'

/** Edges between files: imports inside the repository, and inheritance. */
export function linkFiles(repository: CodeRepository): GraphEdge[] {
  return [...linksByFile(repository)].flat()
}

/** The same without blocking the process: a large repository takes a second or more. */
export async function linkFilesInTurns(
  repository: CodeRepository,
  signal: AbortSignal,
): Promise<GraphEdge[]> {
  const edges: GraphEdge[] = []
  for (const own of linksByFile(repository)) {
    edges.push(...own)
    await breathe()
    throwIfAborted(signal)
  }
  return edges
}

function* linksByFile(repository: CodeRepository): Generator<GraphEdge[]> {
  const view = graphView([repository])
  const world = createWorld(view)
  const places = classPlaces(repository)
  for (const file of repository.files)
    yield [
      ...importEdges(repository.name, file, view),
      ...inheritanceEdges(repository.name, file, { world, places }),
    ]
}

function importEdges(repository: string, file: CodeFile, view: GraphView): GraphEdge[] {
  const from = fileId(repository, file.path)
  const targets = new Map<string, Set<string>>()
  for (const one of file.imports) {
    const module = view.findModule(one.module, file)
    if (module.kind !== 'found') continue
    const submodule = one.kind === 'name' && one.name ? view.findSubmodule(module.name, one.name) : null
    for (const target of submodule && submodule.length > 0 ? submodule : module.files) {
      if (target.path === file.path) continue
      const names = targets.get(target.path) ?? new Set()
      names.add(one.name ?? '*')
      targets.set(target.path, names)
    }
  }
  return [...targets].map(([path, names]) =>
    linkOf(repository, file, {
      type: 'IMPORTS',
      from,
      to: fileId(repository, path),
      properties: { names: [...names] },
    }),
  )
}

type Links = { world: World; places: ReadonlyMap<CodeClass, string> }

function inheritanceEdges(repository: string, file: CodeFile, { world, places }: Links): GraphEdge[] {
  const visit = (one: CodeClass): GraphEdge[] => {
    const from = places.get(one)
    const bases = one.bases.flatMap(base => referencesOf(baseValue(world, base.shape, file)))
    const own = bases.flatMap(({ parts }) => {
      const to = parts[0] ? places.get(parts[0].definition) : undefined
      if (!from || !to || from === to) return []
      return linkOf(repository, file, { type: 'EXTENDS', from, to, properties: {} })
    })
    return [...own, ...one.classes.flatMap(visit)]
  }
  return file.classes.flatMap(visit)
}

function baseValue(world: World, shape: CodeExpression, file: CodeFile): Value {
  const place = { file, receiver: null, owner: null }
  return file.language === 'python'
    ? infer(world, shape, place)
    : valueOfType(world, withoutArguments(shape), place)
}

/** `Omit<Options, 'name'>` extends `Options`, `Box<string>` extends `Box`. */
function withoutArguments(shape: CodeExpression): CodeExpression {
  if (shape.kind !== 'index') return shape
  const isUtility =
    shape.object.kind === 'name' && /^(Omit|Pick|Partial|Required|Readonly)$/.test(shape.object.name)
  const target = isUtility ? shape.keys[0] : shape.object
  return target ? withoutArguments(target) : shape
}

function referencesOf(value: Value): ClassReference[] {
  if (value.kind === 'class' || value.kind === 'instance') return [value.of]
  return value.kind === 'union' || value.kind === 'all' ? value.options.flatMap(referencesOf) : []
}

function classPlaces(repository: CodeRepository): Map<CodeClass, string> {
  const places = new Map<CodeClass, string>()
  for (const file of repository.files) {
    const counts = new Map<string, number>()
    const visit = (one: CodeClass, owner: string): void => {
      const fullName = [owner, one.name].filter(Boolean).join('.')
      const ordinal = counts.get(fullName) ?? 0
      counts.set(fullName, ordinal + 1)
      places.set(one, classId({ repository: repository.name, path: file.path, fullName, ordinal }))
      for (const inner of one.classes) visit(inner, fullName)
    }
    for (const one of file.classes) visit(one, file.module)
  }
  return places
}

function linkOf(
  repository: string,
  file: CodeFile,
  link: Pick<GraphEdge, 'type' | 'from' | 'to' | 'properties'>,
): GraphEdge {
  return { id: uuidOf('code', link.from, link.type, link.to), repository, file: file.path, ...link }
}
