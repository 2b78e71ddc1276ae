import type { ToolTable } from '../../contract/tool-table.ts'
import type { Command } from './command.ts'
import { type Base, ingestVerb } from './ingest-verb.ts'
import { type OpenRuntime, toolCommand } from './tool-command.ts'
import { verbs } from './verbs.ts'

/** The short words, as far as their tools are mounted. */
export function verbCommands<Services>(
  table: ToolTable<Services>,
  open: OpenRuntime<Services>,
  base: Base,
): Command[] {
  const plain = verbs.flatMap((verb): Command[] => {
    const row = table.find(verb.tool)
    if (row === undefined) return []
    const { word, group, summary, examples } = verb
    return [{ ...toolCommand(row, open), words: [word], group, summary, examples }]
  })
  const ingest = ingestVerb(table, open, base)
  return ingest === null ? plain : [ingest, ...plain]
}
