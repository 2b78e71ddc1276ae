import type { CodeExpression, CodeFunction, CodeStatement } from '../../model/code.ts'
import { flatten, visitExpressions } from '../../model/visit-code.ts'

/** Whether a metaclass gives the classes it makes members that no text names. */
export function changesNamespace(method: CodeFunction, body: readonly CodeStatement[]): boolean {
  const namespace = namespaceOf(method)
  if (namespace === null) return false
  let changes = false
  const isNamespace = (value: CodeExpression | undefined) =>
    value?.kind === 'name' && value.name === namespace
  visitExpressions(body, value => {
    if (value.kind !== 'call') return
    const { callee } = value
    const [, name] = value.arguments.map(argument => argument.value)
    if (callee.kind === 'name' && callee.name === 'setattr')
      changes ||= !(name?.kind === 'literal' && name.text)
    if (callee.kind === 'member' && isNamespace(callee.object))
      changes ||= !/^(get|items|keys|values|pop|copy|__contains__)$/.test(callee.name)
    // Whoever else is given the namespace may fill it.
    const isMaking = callee.kind === 'member' && /^__(new|init|prepare)__$/.test(callee.name)
    const isMaker =
      callee.kind === 'name' && /^(type|len|list|sorted|any|all|iter|isinstance)$/.test(callee.name)
    if (!isMaking && !isMaker) changes ||= value.arguments.some(argument => isNamespace(argument.value))
  })
  for (const statement of flatten(body)) {
    if (statement.kind !== 'assign') continue
    for (const target of statement.targets)
      changes ||= isNamespace(target) || (target.kind === 'index' && isNamespace(target.object))
    changes ||= isNamespace(statement.value ?? undefined)
  }
  return changes || /^__prepare__$/.test(method.name)
}

/** The third of what a metaclass is called with: name, bases, namespace. */
function namespaceOf({ name, parameters }: CodeFunction): string | null {
  if (!/^__(new|init|prepare)__$/.test(name)) return null
  const [, title, bases, namespace] = parameters
  const isMeta = /name/i.test(title?.name ?? '') && /base|parent|super/i.test(bases?.name ?? '')
  return isMeta ? (namespace?.name ?? null) : null
}
