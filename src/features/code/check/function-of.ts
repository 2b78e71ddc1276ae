import type { CodeFunction, CodeSignature } from '../model/code.ts'

/** A function without a name that can be called in one way. */
export function functionOf(signature: CodeSignature): CodeFunction {
  return {
    ...signature,
    name: '',
    kind: 'function',
    overloads: [],
    decorators: [],
    result: null,
    decorates: null,
    hasBody: false,
    isAsync: false,
    isGenerator: false,
    isStatic: true,
    isClassMethod: false,
    isAbstract: false,
    isPrivate: false,
    isExported: false,
    locals: [],
    doc: null,
    line: 0,
    endLine: 0,
  }
}
