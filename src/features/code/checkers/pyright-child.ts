/**
 * The program of the child: starts Pyright's language server, whose path is the first argument. With Node's permission
 * model the functions of `path` cannot be replaced, which a library of Pyright does in a copy of them: it gets a copy
 * that it may change.
 */
import module from 'node:module'
import path from 'node:path'
import { argv } from 'node:process'

const copy = { ...path, posix: { ...path.posix }, win32: { ...path.win32 } }
// SAFETY: an undocumented function, which Node keeps because many programs replace it.
const loader = module as unknown as { _load(request: string, ...others: unknown[]): unknown }
const load = loader._load
loader._load = (request, ...others) =>
  request === 'path' || request === 'node:path' ? copy : load(request, ...others)

const program = argv.splice(2, 1)[0] ?? ''
module.createRequire(import.meta.url)(program)
