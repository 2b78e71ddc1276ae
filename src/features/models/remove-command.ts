import type { CommandCall } from '../../core/contract/shell/command.ts'
import { Failure } from '../../core/model/failure.ts'
import type { ModelHost } from './model-commands.ts'
import { idOf } from './recommended.ts'

/** `quire model remove <id>`. A reranker that is in use is switched off; an embedding model in use is kept. */
export async function removeCommand(host: ModelHost, call: CommandCall): Promise<number> {
  const name = idOf(String(call.values.id))
  const { models: shelf } = await host.bare()
  const [added, inUse] = await Promise.all([shelf.list(), shelf.inUse()])
  const choices = added.filter(model => model.name === name).map(({ choice }) => choice)
  const ofLibraries = choices.length === 0 ? [] : await choicesOfLibraries(host)
  const needed = [inUse.embedder?.choice, inUse.next?.choice, ...ofLibraries]
  const isNeeded = needed.some(choice => choice !== undefined && choices.includes(choice))
  if (isNeeded)
    throw new Failure('conflict', 'MODEL_IN_USE', `Documents are embedded with "${name}".`, {
      hint: 'Choose another model first.',
    })
  if (inUse.reranker !== null && choices.includes(inUse.reranker.choice)) await shelf.use({ reranker: null })
  if (!(await shelf.remove(name)))
    throw new Failure('not_found', 'MODEL_NOT_ADDED', `The model "${name}" is not in the home.`, {
      hint: 'quire model list names the models in the home.',
    })
  if (call.wantsJson) call.terminal.print(JSON.stringify({ removed: name }, null, 2))
  else call.terminal.print(`${call.terminal.style.good('removed')}  ${name}`)
  return 0
}

/** Models that were chosen for single libraries. A home that cannot be opened has none that this could protect. */
async function choicesOfLibraries(host: ModelHost): Promise<string[]> {
  const services = await host.open().catch(() => null)
  const all = (await services?.engine.catalog.listCollections({ includeIsolated: true })) ?? []
  return all.flatMap(({ embedder }) => embedder ?? [])
}
