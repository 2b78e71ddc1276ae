import type { ModuleFound } from '../graph/graph-view.ts'
import type { CodeImport } from '../model/code.ts'
import { boundName } from './file-index.ts'
import { type CheckContext, note } from './items.ts'
import { followImport, lookUpOutside } from './look-up.ts'
import { memberOf } from './members.ts'
import { lookAtMember } from './note-use.ts'
import { type Scope, setName } from './scope.ts'
import { type Found, unknown, type Value } from './values.ts'

/** Judges an import and binds its names. */
export function walkImport(context: CheckContext, one: CodeImport, scope: Scope): void {
  const { world, script } = context
  const module = world.view.findModule(one.module, script.file)
  const reached =
    module.kind === 'missing' || module.kind === 'unsure' ? throughParent(context, one.module) : null
  noteModule(context, one, reached ? { kind: 'unsure' } : module)
  if (one.kind === 'all') {
    if (module.kind === 'found') scope.stars.push({ module: module.name, files: module.files })
    return
  }
  if (one.kind === 'module') {
    if (one.alias || script.file.language === 'python')
      setName(scope, boundName(one), reached && one.alias ? reached : followImport(world, script.file, one))
    return
  }
  const offers: Value | null =
    module.kind === 'found' ? { kind: 'module', name: module.name, files: module.files } : reached
  setName(scope, one.alias ?? one.name ?? '', offers ? importedName(context, one, offers) : unknown)
}

/** `import os.path`: a module that is an attribute of its parent. */
function throughParent(context: CheckContext, written: string): Value | null {
  const at = written.lastIndexOf('.')
  if (at === -1 || context.script.file.language !== 'python') return null
  const parent = context.world.view.findModule(written.slice(0, at), context.script.file)
  if (parent.kind !== 'found') return null
  const found = lookUpOutside(context.world, parent, written.slice(at + 1))
  if (found.status !== 'found') return null
  const options = found.value.kind === 'union' ? found.value.options : [found.value]
  return options.every(({ kind }) => kind === 'module' || kind === 'unknown') ? found.value : null
}

function noteModule(context: CheckContext, one: CodeImport, module: ModuleFound): void {
  const item = {
    type: 'IMPORT',
    name: one.module,
    line: one.line,
    library: one.module,
    wrong: null,
    details: {},
  } as const
  if (module.kind === 'found') {
    note(context, {
      ...item,
      isKnown: true,
      status: 'VALID',
      confidence: 0.9,
      message: `Module '${one.module}' found`,
    })
    return
  }
  if (module.kind === 'external') {
    const message = `'${one.module}' is not in the graph, so its use was not checked`
    note(context, { ...item, isKnown: false, status: 'UNCERTAIN', confidence: 0.8, message })
    return
  }
  if (module.kind === 'unsure' || context.expected.import > 0) {
    const message = `'${one.module}' may exist, but its source is not in the graph`
    note(context, { ...item, isKnown: true, status: 'UNCERTAIN', confidence: 0.5, message })
    return
  }
  note(context, {
    ...item,
    isKnown: true,
    status: 'NOT_FOUND',
    confidence: 0.2,
    message: `Module '${one.module}' not found`,
    wrong: { name: one.module, candidates: module.siblings, members: null, otherwise: [] },
  })
}

function importedName(context: CheckContext, one: CodeImport, module: Value): Value {
  const name = one.name ?? ''
  const found = settle(module, name, memberOf(context.world, module, name))
  const result: Found =
    found.status === 'missing' && isOwnDefault(context, one, module) ? { status: 'unsure' } : found
  const item = {
    type: 'IMPORT',
    name: `${one.module}.${name}`,
    line: one.line,
    library: one.module,
    isKnown: true,
    wrong: null,
    details: {},
  } as const
  if (result.status === 'found') {
    note(context, {
      ...item,
      status: 'VALID',
      confidence: 0.9,
      message: `'${name}' found in '${one.module}'`,
    })
    return result.value
  }
  if (result.status === 'unsure' || context.expected.import > 0) {
    const message = `'${one.module}' may have '${name}', but its source does not show it`
    note(context, { ...item, status: 'UNCERTAIN', confidence: 0.5, message })
    return unknown
  }
  note(context, {
    ...item,
    status: 'NOT_FOUND',
    confidence: 0.2,
    message: `'${name}' not found in module '${one.module}'`,
    wrong: {
      name,
      candidates: result.candidates,
      members: {
        owner: one.module,
        isCalled: false,
        look: candidate => lookAtMember(context.world, module, candidate),
      },
      otherwise: [],
    },
  })
  return unknown
}

/**
 * Whether a part of a package (`dates/locale/eo`) is imported by default under the one name that it exports: packages
 * add such an export to the code of each part, and their declarations leave it out.
 */
function isOwnDefault({ world }: CheckContext, { name, alias, module }: CodeImport, offers: Value): boolean {
  const isPart = module.split('/').length > (module.startsWith('@') ? 2 : 1) && !module.startsWith('.')
  if (name !== 'default' || alias === null || !isPart || offers.kind !== 'module') return false
  const isDeclared = offers.files.every(({ path }) => /\.d\.[cm]?ts$/.test(path))
  return isDeclared && memberOf(world, offers, alias).status === 'found'
}

/** JavaScript files may export in ways that are not recognized; a default import of one is never missing. */
function settle(module: Value, name: string, result: Found): Found {
  if (result.status !== 'missing' || module.kind !== 'module') return result
  const isLoose = module.files.every(
    file => file.language === 'javascript' && !file.imports.some(one => one.isReExport),
  )
  return isLoose && (name === 'default' || module.files.every(file => (file.exports ?? []).length === 0))
    ? { status: 'unsure' }
    : result
}
