import type { CodeFunction, CodeSignature } from '../../model/code.ts'

/** `@overload` declarations move into the implementation that follows them. */
export function joinOverloads(functions: readonly CodeFunction[]): CodeFunction[] {
  const joined: CodeFunction[] = []
  let waiting: CodeFunction[] = []
  const settle = (): void => {
    const last = waiting.at(-1)
    if (last) joined.push({ ...last, hasBody: false, overloads: waiting.map(toSignature) })
    waiting = []
  }
  for (const one of functions) {
    if (waiting.length > 0 && waiting[0]?.name !== one.name) settle()
    if (one.decorators.some(decorator => /(^|\.)overload$/.test(decorator))) {
      waiting.push(one)
      continue
    }
    joined.push(waiting.length > 0 ? { ...one, overloads: waiting.map(toSignature) } : one)
    waiting = []
  }
  settle()
  return joined
}

function toSignature({ typeParameters, parameters, returns }: CodeFunction): CodeSignature {
  return { typeParameters, parameters, returns }
}
