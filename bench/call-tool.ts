import type { Wired } from '../src/app/wire.ts'
import { invoke } from '../src/core/contract/invoke.ts'
import type { Value } from '../test/contract/world.ts'

/** Calls a tool as the CLI does and waits until it ends; throws when it fails. */
export async function callTool(wired: Wired, tool: string, input: object): Promise<Value> {
  const row = wired.table.find(tool)
  if (row === undefined) throw new Error(`There is no tool ${tool}.`)
  const outcome = await invoke(row, { input, caller: { surface: 'cli', isLocal: true } }, wired.runtime)
  if (!outcome.ok) throw new Error(JSON.stringify(outcome.worded))
  return outcome.value
}
