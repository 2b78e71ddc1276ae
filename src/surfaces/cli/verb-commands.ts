import type { ToolTable } from '../../core/contract/tool-table.ts'
import type { Command } from '../../core/contract/shell/command.ts'
import { type Base, ingestVerb } from './ingest-verb.ts'
import { type Planned, runTools, type Shell, toolCommand } from './tool-command.ts'
import { verbs } from './verbs.ts'

/** What the program adds to the answer of a tool under a short word. */
export type Addition = NonNullable<Planned<unknown>['add']>

/** The short words, as far as their tools are mounted. */
export function verbCommands<Services>(
  table: ToolTable<Services>,
  shell: Shell<Services>,
  { base, additions }: { base: Base; additions: Readonly<Record<string, Addition>> },
): Command[] {
  const plain = verbs.flatMap((verb): Command[] => {
    const row = table.find(verb.tool)
    if (row === undefined) return []
    const { word, group, summary, examples } = verb
    const command = { ...toolCommand(row, shell), words: [word], group, summary, examples }
    const add = additions[word]
    if (add === undefined) return [command]
    return [{ ...command, run: call => runTools([{ row, values: call.values, add }], shell, call) }]
  })
  const ingest = ingestVerb(table, shell, base)
  return ingest === null ? plain : [ingest, ...plain]
}
