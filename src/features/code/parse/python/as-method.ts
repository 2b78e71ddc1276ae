import type { CodeFunction, FunctionKind } from '../../model/code.ts'

const propertyDecorators = /(^|\.)(\w*property|DynamicClassAttribute)(\(|$)/

/** The attribute that a method stands for, null for methods that are called. */
export function propertyName({ name, decorators }: CodeFunction): string | null {
  return decorators.some(decorator => propertyDecorators.test(decorator)) ? name : null
}

export function asMethod(definition: CodeFunction): CodeFunction {
  return { ...definition, kind: kindOf(definition) }
}

function kindOf(definition: CodeFunction): FunctionKind {
  if (definition.name === '__init__' || definition.name === '__new__') return 'constructor'
  if (propertyName(definition)) return 'getter'
  return definition.decorators.some(decorator => /\.(setter|deleter)$/.test(decorator)) ? 'setter' : 'method'
}
