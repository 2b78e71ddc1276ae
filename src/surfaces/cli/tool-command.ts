import { localCli } from '../../contract/caller.ts'
import { invoke, type Outcome, type Runtime } from '../../contract/invoke.ts'
import type { ToolRow } from '../../contract/tool-table.ts'
import { exitCodeOfKind } from '../../model/failure.ts'
import type { CliOption, Command, CommandCall } from './command.ts'
import { inputOptions } from './input-options.ts'
import { openProgressBar } from './progress-bar.ts'
import { renderFailure } from './render/failure.ts'
import { renderAnswer } from './render/index.ts'

/** Opens what tools work with, as late as possible: help and wrong arguments never need it. */
export type OpenRuntime<Services> = () => Promise<Runtime<Services>>

/** `quire <toolset> <tool>`: a tool as a command, generated from its declaration. */
export function toolCommand<Services>(row: ToolRow<Services>, open: OpenRuntime<Services>): Command {
  const { tool, toolset } = row
  const options = inputOptions(row.inputSchema)
  return {
    words: [toolset.name, tool.name],
    group: null,
    summary: firstSentence(tool.description),
    details: tool.description,
    positionals: tool.positionals.map(field => toPositional(field, options)),
    options,
    examples: [],
    run: call => runTool(row, open, call),
  }
}

/** Calls the tool and shows its answer: the bare value with --json, something readable without. */
export async function runTool<Services>(
  row: ToolRow<Services>,
  open: OpenRuntime<Services>,
  call: CommandCall,
): Promise<number> {
  const input = await fillFromStdin(row, call)
  const bar = openProgressBar(call.terminal)
  const runtime = await open()
  const outcome = await invoke(
    row,
    { input, caller: localCli, signal: call.signal, progress: bar.report },
    runtime,
  ).finally(() => bar.close())
  return showOutcome(row, outcome, { ...call, values: input })
}

/** "-" stands for what is piped in, wherever a text is expected. */
async function fillFromStdin<Services>(
  row: ToolRow<Services>,
  { values, terminal, signal }: CommandCall,
): Promise<Record<string, unknown>> {
  const options = inputOptions(row.inputSchema)
  const piped = options.find(
    option =>
      option.kind === 'string' && !option.isRepeatable && !option.choices && values[option.field] === '-',
  )
  return piped === undefined ? values : { ...values, [piped.field]: await terminal.readStdin(signal) }
}

function showOutcome<Services>(row: ToolRow<Services>, outcome: Outcome, call: CommandCall): number {
  const { terminal, wantsJson } = call
  if (!outcome.ok) {
    if (wantsJson) terminal.print(JSON.stringify(outcome.worded, null, 2))
    terminal.note(renderFailure(outcome.failure, terminal.noteStyle))
    return exitCodeOfKind[outcome.failure.kind]
  }
  const shown = renderAnswer(row.tool.name, { value: outcome.value, input: call.values, terminal })
  if (wantsJson) terminal.print(JSON.stringify(outcome.value, null, 2))
  else {
    terminal.print(shown.answer)
    if (shown.remark !== undefined) terminal.note(shown.remark)
    if (typeof outcome.value.next_cursor === 'string')
      terminal.note(`There is more: add --cursor ${outcome.value.next_cursor}`)
  }
  return shown.exitCode ?? 0
}

export function toPositional(field: string, options: readonly CliOption[]): Command['positionals'][number] {
  const option = options.find(candidate => candidate.field === field)
  return { field, isRepeatable: option?.isRepeatable ?? false, isRequired: option?.isRequired ?? false }
}

export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0].replace(/\.$/, '') ?? text
}
