import type { CommandCall } from '../../core/contract/shell/command.ts'
import { completionScript } from '../../surfaces/cli/completion.ts'
import type { App } from '../app.ts'

/** `quire completion <shell>`: a script made from the commands and settings there are. */
export async function completion(app: App, { values, terminal }: CommandCall): Promise<number> {
  const { names } = await app.config()
  const settings = names.rows.flatMap(row => row.flags.slice(0, 1))
  terminal.print(completionScript(String(values.shell), await app.commands(), settings))
  return 0
}
