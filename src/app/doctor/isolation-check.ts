import { findNetworkCut, hasPermissionModel } from '../../adapters/converters/isolate/confine.ts'
import type { Check } from './run-checks.ts'

/** What a converting process is refused on this machine; docs/security.md says what that means. */
export const isolationCheck: Check = {
  name: 'isolation',
  async examine() {
    const cut = await findNetworkCut()
    if (!hasPermissionModel())
      return {
        state: 'warn',
        says: 'this Node.js cannot refuse files and programs to the processes that convert documents',
        remedy: 'Use Node.js 22.13 or newer.',
      }
    const files = 'converting processes read only the program and start no programs'
    if (cut.length > 0)
      return { state: 'ok', says: `${files}; they have no network (${cut.slice(1, -1).join(' ')})` }
    return {
      state: 'ok',
      says: `${files}; the network is refused to their JavaScript, not to native code`,
      remedy:
        'Optional: on Linux, util-linux’s unshare with user namespaces allowed cuts it for native code as well.',
    }
  },
}
