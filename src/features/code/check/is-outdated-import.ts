import type { CodeFile, CodeImport } from '../model/code.ts'
import { lookUpOutside } from './look-up.ts'
import type { World } from './values.ts'

/** Modules that only Python 2 had. */
const outdated = new Set(
  `BaseHTTPServer CGIHTTPServer ConfigParser Cookie HTMLParser Queue SimpleHTTPServer SocketServer StringIO Tkinter
  UserDict UserList UserString __builtin__ cPickle cStringIO commands cookielib copy_reg dbhash dummy_thread exceptions
  htmlentitydefs httplib md5 repr robotparser sets sha thread tkFileDialog tkMessageBox urllib2 urlparse xmlrpclib`.split(
    /\s+/,
  ),
)

/** Whether an import that is allowed to fail does so on every Python 3. */
export function isOutdatedImport(world: World, file: CodeFile, one: CodeImport): boolean {
  if (file.language !== 'python' || !one.isGuarded) return false
  if (outdated.has(one.module)) return true
  const module = one.kind === 'name' ? world.view.findModule(one.module, file) : null
  if (module?.kind !== 'found' || module.files.length === 0) return false
  return lookUpOutside(world, module.files, module.name, one.name ?? '').status === 'missing'
}
