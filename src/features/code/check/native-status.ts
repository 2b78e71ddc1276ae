import { nativeHas } from './native-class.ts'
import { type Found, found, unsure, type Value } from './values.ts'

/** `os` takes its functions from `posix` or from `nt`; they are called alike. */
export function ofOnePlatform(hits: readonly Value[]): readonly Value[] {
  const isOf = (module: string) => (value: Value) => value.kind === 'native' && value.path.startsWith(module)
  return hits.some(isOf('posix.')) ? hits.filter(value => !isOf('nt.')(value)) : hits
}

/** Constants of C modules differ by platform: one that is not here may be elsewhere. */
export function nativeStatus(module: string, name: string, through: string): Found {
  const has = nativeHas(module, name)
  if (has) return found({ kind: 'native', path: `${module}.${name}`, through, isInstance: false })
  return has === null || /^[A-Z][A-Z0-9_a-z]*_|^[A-Z0-9_]+$/.test(name)
    ? unsure
    : { status: 'missing', candidates: [] }
}
