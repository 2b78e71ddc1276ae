import type { CodeAttribute, CodeClass, CodeExpression } from '../model/code.ts'
import { awaited, resultOfCall } from './call-result.ts'
import { enclosingSpaces } from './file-index.ts'
import { lookUpInside } from './look-up.ts'
import { functionOfLambda, inferRecord, objectOf } from './make-value.ts'
import { memberOf } from './members.ts'
import { valueOfType } from './type-value.ts'
import { guarded, nothing, type Place, unionOf, unknown, type Value, type World } from './values.ts'

/** The value of an expression in a library, as far as the source shows it. */
export function infer(world: World, expression: CodeExpression, place: Place): Value {
  switch (expression.kind) {
    case 'name':
      return inferName(world, expression.name, place)
    case 'member': {
      const object = infer(world, expression.object, place)
      const member = memberOf(world, object, expression.name)
      return member.status === 'found' ? member.value : unknown
    }
    case 'call': {
      const module = importedModule(world, expression, place)
      if (module) return module
      const record = inferRecord(expression)
      if (record) return record
      return resultOfCall(world, infer(world, expression.callee, place), expression)
    }
    case 'await':
      return awaited(world, infer(world, expression.value, place))
    case 'literal':
      return spelt(world, literalValue(expression), place)
    case 'choice':
      return unionOf(expression.options.map(option => infer(world, option, place)))
    case 'typed':
      return valueOfType(world, expression.type, place)
    case 'index': {
      const object = infer(world, expression.object, place)
      return object.kind === 'class' ? object : object.kind === 'builtin' ? object.element : unknown
    }
    case 'object':
      return objectOf(expression, place)
    case 'lambda':
      return lambdaAsMethod(functionOfLambda(expression, place), place)
    default:
      return unknown
  }
}

/** Members of a module's literal can be judged; a literal in a class body is often only a default. */
function spelt(world: World, value: Value, { file, receiver, owner }: Place): Value {
  const isPlain = file.language === 'python' && receiver === null && owner === null
  return isPlain && value.kind === 'builtin' && world.view.repositoryOf(file) !== null
    ? { ...value, through: file.module }
    : value
}

/** In Python, a lambda in a class body is a method: its first parameter is the object. */
function lambdaAsMethod(made: Value, { file }: Place): Value {
  return made.kind === 'function' && file.language === 'python'
    ? { ...made, functions: made.functions.map(one => ({ ...one, isStatic: false })) }
    : made
}

/** `import(…)` in a type. */
function importedModule(
  world: World,
  { callee, arguments: given }: Extract<CodeExpression, { kind: 'call' }>,
  { file }: Place,
): Value | null {
  const path = given[0]?.value
  if (callee.kind !== 'name' || callee.name !== 'import' || path?.kind !== 'literal' || !path.text)
    return null
  const module = world.view.findModule(path.text, file)
  return module.kind === 'found' ? { kind: 'module', name: module.name, files: module.files } : unknown
}

export function literalValue({ type }: Extract<CodeExpression, { kind: 'literal' }>): Value {
  if (type === 'None' || type === 'null' || type === 'undefined') return nothing
  return { kind: 'builtin', type, element: unknown }
}

function inferName(world: World, name: string, { file, receiver, owner }: Place): Value {
  if (receiver && (name === 'self' || name === 'this')) return receiver
  if (receiver && name === 'cls')
    return receiver.kind === 'instance' ? { kind: 'class', of: receiver.of } : receiver
  const ownPart = owner?.parts.find(({ definition }) =>
    [...definition.methods, ...definition.attributes, ...definition.classes].some(one => one.name === name),
  )
  if (owner && ownPart && file.language === 'python')
    return guarded<Value>(
      world,
      { key: `${ownPart.file.hash} ${owner.name}.${name} own`, otherwise: unknown },
      () => {
        const member = memberOf(world, { kind: 'class', of: owner }, name)
        return member.status === 'found' ? member.value : unknown
      },
    )
  const space = enclosingSpaces(file, owner?.parts[0]?.definition).find(one => hasOwn(one, name))
  if (space) {
    const of = { name: space.name, parts: [{ definition: space, file }] }
    const member = memberOf(world, { kind: 'class', of }, name)
    return member.status === 'found' ? member.value : unknown
  }
  const result = lookUpInside(world, file, name)
  return result.status === 'found' ? result.value : unknown
}

/** Whether a namespace defines the name itself, rather than re-exporting it under the same name. */
function hasOwn({ methods, attributes, classes }: CodeClass, name: string): boolean {
  const isPassedOn = ({ value }: CodeAttribute) => value?.kind === 'name' && value.name === name
  const own = attributes.filter(one => !isPassedOn(one))
  return [...methods, ...own, ...classes].some(one => one.name === name)
}
