import type { CodeParameter } from '../../model/code.ts'
import { field, named, type SyntaxNode, shortText, textOf } from '../syntax.ts'
import { readType } from './lower-type.ts'

/** Parameters in order; `this` is none. Destructured ones are named by their text. */
export function lowerParameters(list: SyntaxNode): CodeParameter[] {
  if (list.type === 'identifier') return [{ ...plain, name: textOf(list) }]
  return named(list).flatMap(node => {
    const pattern = field(node, 'pattern') ?? field(node, 'left') ?? (isPattern(node) ? node : null)
    if (!pattern || pattern.type === 'this') return []
    const type = field(node, 'type')
    const value = field(node, 'value') ?? field(node, 'right')
    const isRest = pattern.type === 'rest_pattern'
    const [inner] = isRest ? named(pattern) : [pattern]
    return {
      name: inner ? shortText(inner, 80) : '',
      kind: isRest ? ('var_positional' as const) : ('positional_only' as const),
      type: type ? readType(type) : null,
      default: value ? shortText(value) : null,
      isOptional: isRest || value !== null || node.type === 'optional_parameter',
    }
  })
}

const plain: CodeParameter = {
  name: '',
  kind: 'positional_only',
  type: null,
  default: null,
  isOptional: false,
}

/** JavaScript's grammar has bare patterns where TypeScript's has parameters. */
function isPattern(node: SyntaxNode): boolean {
  return ['identifier', 'object_pattern', 'array_pattern', 'rest_pattern', 'assignment_pattern'].includes(
    node.type,
  )
}
