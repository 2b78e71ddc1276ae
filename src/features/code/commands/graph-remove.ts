import type { CommandCall } from '../../../core/contract/shell/command.ts'
import type { CommandHost } from '../../../core/contract/shell/command-host.ts'
import { openCode } from '../open-code.ts'
import type { Services } from '../services.ts'

/** `quire graph remove <repo>`. It can be parsed again. */
export async function removeRepository(
  host: CommandHost<Services>,
  { values, terminal, wantsJson }: CommandCall,
): Promise<number> {
  const graphs = await openCode(await host.open())
  const name = await graphs.remove(String(values.repository))
  terminal.print(wantsJson ? JSON.stringify({ removed: name }) : `Removed ${name} from the graph.`)
  return 0
}
