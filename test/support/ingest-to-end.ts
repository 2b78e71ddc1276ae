import type { Value, World } from '../contract/world.ts'

/** Ingests until it is done: on a busy machine the work outlasts the call, and the same call joins it. */
export async function ingestToEnd(world: World, input: object): Promise<Value> {
  for (let call = 1; ; call += 1)
    try {
      return await world.call('ingest_from_source', input)
    } catch (error) {
      if (call === 20 || !String(error).includes('TIMEOUT')) throw error
    }
}
