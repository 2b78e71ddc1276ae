import type { Caller } from '../core/contract/caller.ts'

/**
 * The folders a caller is confined to. The user of this machine may read what the process can, unless roots are set.
 * A caller over HTTP stays inside the roots; without any, one that knew the token stays where the program was started,
 * and without a token, where any program of the machine can call, no folder is open.
 */
export function rootsPolicy(
  roots: readonly string[] | null,
  { startedIn, hasToken }: { startedIn: string; hasToken: boolean },
) {
  return (caller: Caller): readonly string[] | null =>
    roots ?? (caller.isLocal ? null : hasToken ? [startedIn] : [])
}
