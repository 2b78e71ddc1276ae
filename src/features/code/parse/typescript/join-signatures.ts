import type { CodeFunction, CodeSignature } from '../../model/code.ts'

/** Declarations of one name become one function with overloads; an implementation's own signature is hidden. */
export function joinSignatures(functions: readonly CodeFunction[]): CodeFunction[] {
  const groups = Map.groupBy(functions, one => `${one.kind} ${one.isStatic} ${one.name}`)
  return [...groups.values()].flatMap(group => {
    const declared = group.filter(({ hasBody }) => !hasBody)
    const main = group.find(({ hasBody }) => hasBody) ?? group[0]
    if (!main || group.length === 1 || declared.length === 0) return group
    const doc = group.find(one => one.doc !== null)?.doc ?? null
    return {
      ...main,
      doc,
      isExported: group.some(one => one.isExported),
      overloads: declared.map(toSignature),
    }
  })
}

function toSignature({ typeParameters, typeBounds, parameters, returns }: CodeFunction): CodeSignature {
  return { typeParameters, ...(typeBounds ? { typeBounds } : {}), parameters, returns }
}
