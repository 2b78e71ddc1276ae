import type { CodeClass, CodeFunction, CodeParameter, CodeType } from '../../model/code.ts'
import { emptyClass, emptyFunction } from '../../model/empty-code.ts'
import { endLineOf, lineOf, type SyntaxNode, shortText } from '../syntax.ts'

/** A type with its text and its outermost name only. */
export function namedType(node: SyntaxNode | null): CodeType | null {
  if (!node) return null
  const text = shortText(node, 200)
  const name = text.replace(/^[&*\s]*(?:mut\s+|dyn\s+)?/, '').replace(/[<[({].*$/s, '')
  return { text, shape: { kind: 'name', name, line: lineOf(node) } }
}

export function parameter(known: Partial<CodeParameter> & Pick<CodeParameter, 'name'>): CodeParameter {
  return { kind: 'positional_only', type: null, default: null, isOptional: false, ...known }
}

export function functionOf(
  node: SyntaxNode,
  known: Partial<CodeFunction> & Pick<CodeFunction, 'name' | 'kind'>,
): CodeFunction {
  return { ...emptyFunction, isExported: true, line: lineOf(node), endLine: endLineOf(node), ...known }
}

export function classOf(
  node: SyntaxNode,
  known: Partial<CodeClass> & Pick<CodeClass, 'name' | 'kind'>,
): CodeClass {
  return { ...emptyClass, isExported: true, line: lineOf(node), endLine: endLineOf(node), ...known }
}

/** Adds methods to their classes. A class that is defined in another file gets a partial one here. */
export function attachMethods(
  classes: readonly CodeClass[],
  methods: readonly { owner: string; method: CodeFunction; node: SyntaxNode }[],
): CodeClass[] {
  const known = new Set(classes.map(({ name }) => name))
  const parts = Map.groupBy(methods, ({ owner }) => owner)
  const elsewhere = [...parts].flatMap(([name, [first]]) =>
    first && !known.has(name) ? classOf(first.node, { name, kind: 'struct' }) : [],
  )
  return [...classes, ...elsewhere].map(one => {
    const added = parts.get(one.name)?.map(({ method }) => method) ?? []
    return added.length === 0 ? one : { ...one, methods: [...one.methods, ...added] }
  })
}

/** Consecutive comment lines that end right above a node. */
export function lineDoc(parent: SyntaxNode, node: SyntaxNode, mark: RegExp): string | null {
  const lines: string[] = []
  const before = parent.children.slice(0, parent.children.indexOf(node)).reverse()
  for (const sibling of before) {
    if (sibling.type === 'attribute_item') continue
    const text = sibling.source.text.slice(sibling.start, sibling.end)
    if (!sibling.type.endsWith('comment') || !mark.test(text)) break
    lines.unshift(text.replace(mark, '').trim())
  }
  const plain = lines.join('\n').trim()
  return plain === '' ? null : plain.slice(0, 2000)
}
