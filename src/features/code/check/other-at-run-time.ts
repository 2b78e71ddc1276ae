import type { GraphView } from '../graph/graph-view.ts'
import type { CodeClass, CodeExpression, CodeScript } from '../model/code.ts'
import type { Finding } from '../ports/type-checker.ts'
import { keepsSignature } from './decorators.ts'
import { isLooselyDecorated } from './loose-decorators.ts'
import { nativeClass } from './native-class.ts'
import { isExtended, isSlip } from './rank-names.ts'
import { annotatedNames, calledName, madeFrom, receiversOf, rootOf, unsureNames } from './unsure-names.ts'

/**
 * Knows the Python objects that are often more than the type checker takes them for: what comes from a function under an
 * unknown decorator or without annotations, and an object of a base class, where a class below it has the member. An object
 * that the script makes from the class itself is no other. Of an object that the script neither makes nor annotates, only
 * names count that are like existing ones: what a library returns is not always what its annotations say.
 */
export function otherAtRunTime({
  script,
  view,
}: {
  script: CodeScript
  view: GraphView
}): (finding: Finding) => boolean {
  if (script.file.language !== 'python') return () => false
  let read: ReturnType<typeof readScript> | null = null
  return ({ kind, line, name, owner, candidates, isInSubclass, isMadeElsewhere, isStandard }) => {
    if (kind === 'import') return false
    // A class of Python 3.10 to 3.12 that newer versions lack.
    if (kind === 'member' && nativeClass(`${owner}.${name}`) !== null) return true
    read ??= readScript(script, view)
    const { unsure, made, declared, annotated } = read
    if (kind === 'call') return unsure.has(owner?.split('.')[0] ?? '')
    const below = owner === null ? new Set<string>() : membersBelow(view, classOf(owner))
    const maySub =
      owner !== null &&
      !pythonTypes.has(classOf(owner)) &&
      (isInSubclass || (isMadeElsewhere && !isStandard) || below.has(name))
    const receivers = receiversOf(script, { line, name })
    const callees = receivers.flatMap(one =>
      one.kind === 'name' ? [...(made.get(one.name) ?? [])] : (calledName(one) ?? []),
    )
    if (callees.some(one => isLooselyDecorated(one, { script, view }))) return true
    if (callees.some(one => isUntyped(one, { script, view }))) return true
    if (receivers.some(one => unsure.has(rootOf(one) ?? ''))) return true
    if (receivers.some(one => one.kind === 'member' && declared.has(one.name))) return true
    if (owner === null || owner.startsWith('type[')) return false
    const isMade = (one: CodeExpression): boolean =>
      calledName(one) === owner || (one.kind === 'name' && (made.get(one.name)?.has(owner) ?? false))
    if (maySub) return !receivers.some(isMade)
    if (view.classesNamed(classOf(owner)).length === 0 || receivers.length === 0) return false
    const isClass = (one: string): boolean =>
      one === owner ||
      view.classesNamed(one).length > 0 ||
      script.file.imports.some(({ alias, name: own }) => alias === one && own === owner)
    const isTold = receivers.some(one => one.kind === 'name' && annotated.has(one.name))
    if (isTold || callees.some(isClass)) return false
    return ![...candidates, ...below].some(one => isSlip(name, one) || isExtended(name, one))
  }
}

function readScript(script: CodeScript, view: GraphView) {
  return {
    unsure: unsureNames(script, view),
    made: madeFrom(script),
    declared: declaredIn(script),
    annotated: annotatedNames(script),
  }
}

/**
 * Whether a name is that of functions of the script's libraries without annotations, and of no class: what they return is
 * a guess.
 */
function isUntyped(name: string, { script, view }: { script: CodeScript; view: GraphView }): boolean {
  const roots = new Set(script.file.imports.map(one => one.module.split('.')[0]))
  const found = view.functionsNamed(name).filter(({ root }) => roots.has(root))
  return (
    view.classesNamed(name).length === 0 &&
    found.length > 0 &&
    found.every(({ definition: { returns, overloads } }) => returns === null && overloads.length === 0)
  )
}

/**
 * What classes of the script that inherit declare by a call or under a decorator: `groups = ManyToMany(Group)`. Their
 * bases may put something else on the instances.
 */
function declaredIn({ file }: CodeScript): Set<string> {
  const classes = file.classes.filter(({ bases }) => bases.length > 0)
  const fields = classes.flatMap(({ attributes }) =>
    attributes.filter(({ kind, default: text }) => kind === 'field' && /\(/.test(text ?? '')),
  )
  const methods = classes.flatMap(one => one.methods.filter(({ decorators }) => !keepsSignature(decorators)))
  return new Set([...fields, ...methods].map(({ name }) => name))
}

/** The members of the classes in the graph that inherit from one of this name. */
function membersBelow(view: GraphView, owner: string): Set<string> {
  const members = new Set<string>()
  const seen = new Set([owner])
  for (const one of seen)
    for (const { name: below, methods, attributes } of view.classesBelow(one)) {
      for (const { name } of [...methods, ...attributes]) members.add(name)
      seen.add(below)
    }
  return members
}

/** Whether a class has nothing of its own and inherits nothing. */
export function isEmpty(definition: CodeClass): boolean {
  const { kind, bases, decorators, methods, attributes, classes, keywords } = definition
  const isPlain = bases.every(({ text }) => text === 'object') && Object.keys(keywords).length === 0
  const own = [decorators, methods, attributes, classes]
  return kind === 'class' && isPlain && own.every(({ length }) => length === 0)
}

/** What an unannotated function often returns something else than. */
export const pythonTypes: ReadonlySet<string> = new Set(
  'None dict list tuple str int float bool bytes set frozenset object map filter type function FunctionType MethodType'.split(
    ' ',
  ),
)

/** `Box` of `type[Box[int]]`. */
export function classOf(owner: string): string {
  return (/^type\[(.+)\]$/.exec(owner)?.[1] ?? owner).replace(/\[.*$|\*$/g, '')
}
