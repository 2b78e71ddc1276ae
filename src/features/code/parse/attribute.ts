import type { CodeAttribute, CodeExpression } from '../model/code.ts'

/** An attribute of a class, or a variable of a file, as the parsers of all languages build it: what they do not know has the usual value. */
export function attribute(
  known: Partial<CodeAttribute> & Pick<CodeAttribute, 'name' | 'kind' | 'line'>,
): CodeAttribute {
  return {
    type: null,
    value: null,
    default: null,
    isStatic: false,
    isPrivate: isPrivateName(known.name),
    isExported: true,
    isOptional: false,
    ...known,
  }
}

/** A short text for a value: the text of literals, an outline of other expressions. */
export function shortExpression(value: CodeExpression): string {
  switch (value.kind) {
    case 'name':
      return value.name
    case 'member':
      return `${shortExpression(value.object)}.${value.name}`
    case 'call': {
      const words = value.arguments.flatMap(({ kind, name, value: given }) =>
        kind === 'keyword' ? [`${name}=${shortExpression(given)}`] : [],
      )
      return `${shortExpression(value.callee)}(${words.join(', ')})`.slice(0, 120)
    }
    case 'literal':
      return value.text === null
        ? value.type
        : value.type === 'str'
          ? JSON.stringify(value.text).slice(0, 120)
          : value.text
    default:
      return '…'
  }
}

/** Names with a leading underscore, but not the language's own (`__init__`). */
export function isPrivateName(name: string): boolean {
  return name.startsWith('_') && !(name.startsWith('__') && name.endsWith('__'))
}
