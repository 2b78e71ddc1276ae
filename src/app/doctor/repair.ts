import type { CommandCall } from '../../core/contract/shell/command.ts'
import type { Wired } from '../wire.ts'

/** How many more vectors are fed between two lines of progress. */
const reportedEvery = 10_000

/** Builds anew what is made from the store and kept outside of it. */
export async function repair(
  { parts: { store } }: Pick<Wired, 'parts'>,
  { terminal, wantsJson, signal }: Pick<CommandCall, 'terminal' | 'wantsJson' | 'signal'>,
): Promise<void> {
  const say = (line: string) => {
    if (!wantsJson) terminal.print(line)
  }
  if (store.rebuildOuterIndex === undefined)
    return say('Nothing to repair: nothing is kept outside the store.')
  const index = (await store.outerIndex?.()) ?? null
  let said = Number.POSITIVE_INFINITY
  await store.rebuildOuterIndex(waiting => {
    if (said - waiting < reportedEvery) return
    said = waiting
    say(`${index?.description}: ${waiting} passages wait`)
  }, signal)
  say(
    index === null
      ? 'The settings name no index of vectors: changes are no longer noted for one.'
      : `${index.description}: built anew`,
  )
}
