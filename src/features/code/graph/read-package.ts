import type { CodePackage } from '../model/code-graph.ts'

/**
 * The entries of a package.json, types before code. One inside a package often has no name: it only says what its folder
 * leads to. Null when it is not one of a package.
 */
export function readPackage(path: string, text: string): CodePackage | null {
  const manifest = parseObject(text)
  const root = path.includes('/') ? path.slice(0, path.lastIndexOf('/')) : ''
  const name = typeof manifest?.name === 'string' ? manifest.name : ''
  if (!manifest || (name === '' && root === '')) return null
  const entries: Record<string, string> = {}
  const add = (subpath: string, target: unknown) => {
    const file = pickTarget(target)
    if (file) entries[subpath] = joinPath(root, file)
  }
  const { exports } = manifest
  const isClosed = exports !== undefined && exports !== null
  if (
    typeof exports === 'object' &&
    exports !== null &&
    Object.keys(exports).some(key => key.startsWith('.'))
  )
    for (const [subpath, target] of Object.entries(exports)) add(subpath, target)
  else if (isClosed) add('.', exports)
  const types = manifest.types ?? manifest.typings
  if (!entries['.']) add('.', types ?? manifest.main ?? manifest.module ?? './index.js')
  else if (typeof types === 'string' && !isDeclaration(entries['.'])) add('.', types)
  return { name, root, entries, isClosed, isModule: manifest.type === 'module' }
}

function isDeclaration(path: string): boolean {
  return /\.d\.[cm]?ts$/.test(path)
}

export function joinPath(root: string, path: string): string {
  const parts: string[] = []
  for (const part of `${root}/${path}`.split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..') parts.pop()
    else parts.push(part)
  }
  return parts.join('/')
}

const conditions = ['types', 'import', 'module', 'node', 'default', 'require']

function pickTarget(target: unknown): string | null {
  if (typeof target === 'string') return target
  if (Array.isArray(target)) return target.map(pickTarget).find(one => one !== null) ?? null
  if (typeof target !== 'object' || target === null) return null
  const choices = new Map(Object.entries(target))
  const order = [...conditions, ...choices.keys()]
  for (const condition of order) {
    const found = pickTarget(choices.get(condition))
    if (found) return found
  }
  return null
}

function parseObject(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value))
      : null
  } catch {
    return null
  }
}
