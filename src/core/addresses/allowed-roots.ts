import type { Caller } from '../contract/caller.ts'
import type { Host } from '../feature.ts'

/**
 * Where a caller may look around: the folders it is confined to, and where the server was started when there are none.
 * A model that reads whatever it is told to must not wander over the whole disk only because its user is local.
 */
export function allowedRoots({
  rootsFor,
  caller,
  server,
}: Pick<Host, 'rootsFor' | 'server'> & { caller: Caller }): readonly string[] {
  return rootsFor(caller) ?? [server.cwd]
}
