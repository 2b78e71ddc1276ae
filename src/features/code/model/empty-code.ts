import type { CodeClass, CodeFile, CodeFunction, CodeImport } from './code.ts'

/**
 * Records of code with the usual value in every field: parsers add what they read, and the checker uses them for values
 * that have no definition.
 */

export const emptyFunction: CodeFunction = {
  name: '',
  kind: 'function',
  typeParameters: [],
  parameters: [],
  returns: null,
  overloads: [],
  decorators: [],
  result: null,
  decorates: null,
  hasBody: true,
  isAsync: false,
  isGenerator: false,
  isStatic: false,
  isClassMethod: false,
  isAbstract: false,
  isPrivate: false,
  isExported: false,
  locals: [],
  doc: null,
  line: 0,
  endLine: 0,
}

export const emptyClass: CodeClass = {
  name: '',
  kind: 'class',
  bases: [],
  keywords: {},
  decorators: [],
  typeParameters: [],
  methods: [],
  attributes: [],
  classes: [],
  alias: null,
  isAbstract: false,
  isPrivate: false,
  isExported: false,
  isDynamic: false,
  doc: null,
  line: 0,
  endLine: 0,
}

export const emptyFile: CodeFile = {
  path: '',
  language: 'python',
  module: '',
  hash: '',
  lineCount: 0,
  doc: null,
  imports: [],
  exports: null,
  functions: [],
  classes: [],
  variables: [],
  spreads: [],
  isDynamic: false,
  problems: [],
}

export function importOf(
  known: Partial<CodeImport> & Pick<CodeImport, 'kind' | 'module' | 'line'>,
): CodeImport {
  return {
    name: null,
    alias: null,
    isReExport: false,
    isTypeOnly: false,
    isGuarded: false,
    isLocal: false,
    ...known,
  }
}
