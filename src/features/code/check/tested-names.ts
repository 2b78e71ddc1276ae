import type { CodeExpression } from '../model/code.ts'

/** Names whose type a test asks about: from there on the test knows more than we do. */
export function testedNames(test: CodeExpression): string[] {
  switch (test.kind) {
    case 'call': {
      const { callee } = test
      const name = callee.kind === 'name' ? callee.name : callee.kind === 'member' ? callee.name : ''
      const isTest = /^(isinstance|issubclass|hasattr|callable|type|is[A-Z_].*|isArray)$/.test(name)
      return isTest
        ? test.arguments.flatMap(({ value }) => rootNames(value))
        : test.arguments.flatMap(({ value }) => testedNames(value))
    }
    case 'choice':
    case 'all':
      return test.options.flatMap(testedNames)
    case 'literal':
      return test.items.flatMap(testedNames)
    case 'other':
      // Comparisons of several parts: `x instanceof Y`, `typeof x === …`, `x.kind === …`, `'name' in x`.
      return test.parts.length >= 2
        ? test.parts.flatMap(part => [...rootNames(part), ...testedNames(part)])
        : test.parts.flatMap(testedNames)
    default:
      return []
  }
}

function rootNames(value: CodeExpression): string[] {
  if (value.kind === 'name') return [value.name]
  if (value.kind === 'other') return value.parts.flatMap(rootNames)
  return []
}
