import type { CodeParameter, CodeType, ParameterKind } from '../../model/code.ts'
import { field, named, type SyntaxNode, shortText, textOf } from '../syntax.ts'
import { readType } from './read-type.ts'

/** The parameters of a `def` or a `lambda`, with how each must be given. */
export function lowerParameters(list: SyntaxNode): CodeParameter[] {
  const parameters: CodeParameter[] = []
  let kind: ParameterKind = 'positional'
  for (const node of named(list)) {
    if (node.type === 'positional_separator') {
      for (const [at, earlier] of parameters.entries())
        parameters[at] = { ...earlier, kind: 'positional_only' }
      continue
    }
    if (node.type === 'keyword_separator') {
      kind = 'keyword_only'
      continue
    }
    const parameter = lowerParameter(node, kind)
    if (!parameter) continue
    parameters.push(parameter)
    if (parameter.kind === 'var_positional') kind = 'keyword_only'
  }
  return parameters
}

function lowerParameter(node: SyntaxNode, kind: ParameterKind): CodeParameter | null {
  const typeNode = field(node, 'type')
  const type = typeNode ? readType(typeNode) : null
  switch (node.type) {
    case 'identifier':
      return plain(textOf(node), kind, null, null)
    case 'typed_parameter': {
      const [inner] = named(node)
      if (!inner) return null
      if (inner.type === 'identifier') return plain(textOf(inner), kind, type, null)
      return variable(inner, type)
    }
    case 'default_parameter':
    case 'typed_default_parameter': {
      const name = field(node, 'name')
      const value = field(node, 'value')
      return name ? plain(textOf(name), kind, type, value ? shortText(value) : '…') : null
    }
    case 'list_splat_pattern':
    case 'dictionary_splat_pattern':
      return variable(node, null)
    case 'tuple_pattern':
      return plain(textOf(node), 'positional_only', null, null)
    default:
      return null
  }
}

function plain(
  name: string,
  kind: ParameterKind,
  type: CodeType | null,
  defaultText: string | null,
): CodeParameter {
  return { name, kind, type, default: defaultText, isOptional: defaultText !== null }
}

function variable(node: SyntaxNode, type: CodeType | null): CodeParameter {
  const [name] = named(node)
  return {
    name: name ? textOf(name) : '',
    kind: node.type === 'list_splat_pattern' ? 'var_positional' : 'var_keyword',
    type,
    default: null,
    isOptional: true,
  }
}
