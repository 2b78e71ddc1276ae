import type { Caller } from '../contract/caller.ts'

/**
 * The folders a caller is confined to. The user of this machine may read what the process can, unless roots are set;
 * whoever came over HTTP stays inside the roots, or where the program was started.
 */
export function rootsPolicy(roots: readonly string[] | null, startedIn: string) {
  return (caller: Caller): readonly string[] | null => roots ?? (caller.isLocal ? null : [startedIn])
}
