import type { CommandCall } from '../../../core/contract/shell/command.ts'
import { openCode } from '../open-code.ts'
import type { App } from '../../../app/app.ts'

/** `quire graph remove <repo>`. It can be parsed again. */
export async function removeRepository(
  app: App,
  { values, terminal, wantsJson }: CommandCall,
): Promise<number> {
  const { runtime } = await app.open('error')
  const graphs = await openCode(runtime.services)
  const name = await graphs.remove(String(values.repository))
  terminal.print(wantsJson ? JSON.stringify({ removed: name }) : `Removed ${name} from the graph.`)
  return 0
}
