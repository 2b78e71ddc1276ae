import { localCli } from '../../contract/caller.ts'
import { invoke, type Outcome, type Runtime } from '../../contract/invoke.ts'
import type { ToolRow } from '../../contract/tool-table.ts'
import { exitCodeOfKind } from '../../model/failure.ts'
import { escapeControls } from '../../model/shown-text.ts'
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
  return runTools([{ row, values: call.values }], open, call)
}

/** A tool and the input it is to be called with. */
export type Planned<Services> = { row: ToolRow<Services>; values: Record<string, unknown> }

/**
 * The same for several calls, one after the other; the worst outcome is the exit code. With --json there is one document
 * whatever their number: the bare value of a single call, a list of several.
 */
export async function runTools<Services>(
  plan: readonly Planned<Services>[],
  open: OpenRuntime<Services>,
  call: CommandCall,
): Promise<number> {
  const answers: unknown[] = []
  let exitCode = 0
  for (const { row, values } of plan) {
    const input = await fillFromStdin(row, { ...call, values })
    const outcome = await callTool(row, open, { ...call, values: input })
    answers.push(jsonOf(outcome))
    exitCode = Math.max(exitCode, showOutcome(row, outcome, { ...call, values: input }))
    if (call.signal.aborted) break
  }
  if (call.wantsJson) printJson(call, plan.length === 1 ? answers[0] : answers)
  return exitCode
}

async function callTool<Services>(
  row: ToolRow<Services>,
  open: OpenRuntime<Services>,
  { values: input, signal, terminal }: CommandCall,
): Promise<Outcome> {
  const bar = openProgressBar(terminal)
  const runtime = await open()
  const call = { input, caller: localCli, signal, progress: bar.report }
  return invoke(row, call, runtime).finally(() => bar.close())
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

function jsonOf(outcome: Outcome): unknown {
  return outcome.ok ? outcome.value : outcome.worded
}

function printJson({ terminal }: CommandCall, value: unknown): void {
  terminal.print(escapeControls(JSON.stringify(value, null, 2)))
}

/** What people read: the answer unless JSON was asked for, and in any case what went wrong. */
function showOutcome<Services>(row: ToolRow<Services>, outcome: Outcome, call: CommandCall): number {
  const { terminal, wantsJson } = call
  if (!outcome.ok) {
    terminal.note(renderFailure(outcome.failure, terminal.noteStyle))
    return exitCodeOfKind[outcome.failure.kind]
  }
  const shown = renderAnswer(row.tool.name, { value: outcome.value, input: call.values, terminal })
  if (!wantsJson) {
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
