import type { CodeExpression, CodeScript, CodeStatement } from '../model/code.ts'
import { bodiesOf, visitExpressions } from '../model/visit-code.ts'

/**
 * Names of members that a script provides itself: set on any object, asked for with `hasattr`, or defined by any of
 * its classes (a base class may call what only its subclasses have).
 */
export function openNamesOf({ body, file }: CodeScript): Set<string> {
  const names = new Set<string>()
  for (const { methods, attributes } of file.classes)
    for (const { name } of [...methods, ...attributes]) names.add(name)
  noteStatements(body, names)
  visitExpressions(body, value => noteExpression(value, names))
  return names
}

/** `setattr(thing, name, …)` with a name that only running it would tell. */
export function setsAnyName({ body }: CodeScript): boolean {
  let found = false
  visitExpressions(body, value => {
    if (value.kind !== 'call' || value.callee.kind !== 'name' || value.callee.name !== 'setattr') return
    const name = value.arguments[1]?.value
    found ||= !(name?.kind === 'literal' && name.text !== null)
  })
  return found
}

function noteStatements(body: readonly CodeStatement[], names: Set<string>): void {
  for (const statement of body) {
    if (statement.kind === 'assign' && !statement.marks.includes('augmented'))
      for (const target of statement.targets) noteTarget(target, names)
    if (statement.kind === 'class')
      for (const { name } of [...statement.definition.methods, ...statement.definition.attributes])
        names.add(name)
    for (const inner of bodiesOf(statement)) noteStatements(inner, names)
  }
}

function noteTarget(target: CodeExpression, names: Set<string>): void {
  if (target.kind === 'member') names.add(target.name)
  if (target.kind === 'literal') for (const item of target.items) noteTarget(item, names)
}

function noteExpression(value: CodeExpression, names: Set<string>): void {
  if (value.kind === 'walrus') noteTarget(value.target, names)
  if (value.kind !== 'call') return
  const { callee } = value
  const asked = callee.kind === 'name' && ['hasattr', 'setattr', 'getattr', 'delattr'].includes(callee.name)
  // `mock.patch.object(thing, 'name')` and its like replace members, or make them.
  const patched = callee.kind === 'member' && /patch|setattr|delattr|object/.test(callee.name)
  if (!asked && !patched) return
  const name = value.arguments[1]?.value
  if (name?.kind === 'literal' && name.text !== null) names.add(name.text)
}
