import { randomUUID } from 'node:crypto'
import { localCli } from '../../core/contract/caller.ts'
import { invoke, type Outcome, type Runtime } from '../../core/contract/invoke.ts'
import type { CliOption, Command, CommandCall } from '../../core/contract/shell/command.ts'
import { inputOptions } from '../../core/contract/shell/input-options.ts'
import { openProgressBar } from '../../core/contract/shell/progress-bar.ts'
import type { Alias } from '../../core/contract/shell/tool-shell.ts'
import type { ToolRow } from '../../core/contract/tool-table.ts'
import { exitCodeOfKind, Failure } from '../../core/model/failure.ts'
import { escapeControls } from '../../core/text/shown-text.ts'
import { renderAnswer } from './render-answer.ts'
import { renderFailure, renderStopped } from './render-failure.ts'
import { mayNameTools, type ShellWords } from './shell-words.ts'

/** Opens the runtime as late as possible: help and errors in arguments do not need it. */
export type OpenRuntime<Services> = () => Promise<Runtime<Services>>

/** What commands that run tools can use. */
export type Shell<Services> = {
  open: OpenRuntime<Services>
  /** Returns a function that rewrites messages for a shell. Parameters of `command` are replaced by its flags. */
  wordsFor(command: Pick<Command, 'options' | 'positionals'> | null): Promise<ShellWords>
  /** Returns the name of a project's collection. Throws INVALID_PROJECT. */
  collectionOf(project: string): Promise<string>
  /** Sorted by number of documents, largest first. */
  projectIds(): Promise<string[]>
  /** Waits for the job of a cancelled call to end and returns it; null if there is none or it does not end in time. */
  endedJob(correlationId: string): Promise<Record<string, unknown> | null>
}

/** `quire <toolset> <tool>`: a tool as a command, generated from its declaration. */
export function toolCommand<Services>(row: ToolRow<Services>, shell: Shell<Services>): Command {
  const { tool, toolset } = row
  const inputs = lazyInputs(row, tool.positionals)
  return {
    words: [toolset.name, tool.name],
    tools: [tool.name],
    group: null,
    summary: firstSentence(tool.description),
    details: tool.description,
    get options() {
      return inputs.options()
    },
    get positionals() {
      return inputs.positionals()
    },
    examples: [],
    run: call => runTool(row, shell, call),
    wordFailure: failure => wordEarly(row, failure),
  }
}

/** Returns the aliases that a tool declares: the same command under a shorter name. */
export function aliasCommands<Services>(row: ToolRow<Services>, shell: Shell<Services>): Command[] {
  return (row.tool.shell?.aliases ?? []).map(alias => aliasCommand(row, alias, shell))
}

function aliasCommand<Services>(
  row: ToolRow<Services>,
  alias: Alias<Services>,
  shell: Shell<Services>,
): Command {
  const { tool } = row
  const inputs = lazyInputs(row, alias.positionals ?? tool.positionals)
  return {
    words: alias.words,
    tools: [tool.name],
    group: alias.group,
    summary: alias.summary,
    details: alias.details ?? tool.description,
    get options() {
      return inputs.options()
    },
    get positionals() {
      return inputs.positionals()
    },
    examples: alias.examples ?? [],
    async run(call) {
      const services = async () => (await shell.open()).services(tool)
      const values = (await alias.prepare?.(call.values, services)) ?? call.values
      const add = alias.add === undefined ? {} : { add: addition(alias.add, services) }
      return runTools([{ row, values, ...add }], shell, call)
    },
    wordFailure: failure => wordEarly(row, failure),
  }
}

/** Words a failure that occurred before the tool call in the format of the tool's contract. */
function wordEarly<Services>({ tool, toolset }: ToolRow<Services>, failure: Failure): unknown {
  return toolset.wordFailure(failure, { tool: tool.name, correlationId: randomUUID() })
}

type Values = Record<string, unknown>

function addition<Services>(
  add: (value: Values, services: Services) => Promise<Values>,
  services: () => Promise<Services>,
) {
  return async (value: Values) => add(value, await services())
}

/** Flags come from the tool's schema, which is generated at the first use. */
function lazyInputs<Services>(row: ToolRow<Services>, positionals: readonly string[]) {
  let known: CliOption[] | null = null
  const options = () => {
    known ??= toolOptions(row)
    return known
  }
  return { options, positionals: () => positionals.map(field => toPositional(field, options())) }
}

const projectOption: CliOption = {
  field: 'project',
  flag: 'project',
  kind: 'string',
  isRepeatable: false,
  isRequired: false,
  description: 'Project to look into, instead of a library',
  standsFor: 'library',
}

/** Returns the options of a tool. Tools that read a library also accept --project. */
export function toolOptions<Services>({ inputSchema, tool }: ToolRow<Services>): CliOption[] {
  const options = inputOptions(inputSchema)
  const has = (field: string) => options.some(option => option.field === field)
  return tool.access === 'read' && has('library') && !has('project') ? [...options, projectOption] : options
}

/** Calls the tool and prints its answer: as JSON with --json, formatted otherwise. */
export async function runTool<Services>(
  row: ToolRow<Services>,
  shell: Shell<Services>,
  call: CommandCall,
): Promise<number> {
  return runTools([{ row, values: call.values }], shell, call)
}

/** A call of a tool. `add` extends its answer. */
export type Planned<Services> = {
  row: ToolRow<Services>
  values: Record<string, unknown>
  add?(value: Record<string, unknown>): Promise<Record<string, unknown>>
}

/**
 * Makes several calls, one after another, and returns the highest exit code. With --json, prints one JSON document: the
 * answer of a single call, or a list of several answers.
 */
export async function runTools<Services>(
  plan: readonly Planned<Services>[],
  shell: Shell<Services>,
  call: CommandCall,
): Promise<number> {
  const answers: unknown[] = []
  let exitCode = 0
  for (const { row, values, add } of plan) {
    const input = await fillFromStdin(row, { ...call, values: await withCollection(row, values, shell) })
    const { project, ...toolInput } = input
    const isOwn = row.inputSchema.properties?.project !== undefined
    const answered = await callTool(row, shell.open, { ...call, values: isOwn ? input : toolInput })
    const outcome =
      answered.ok && add !== undefined ? { ...answered, value: await add(answered.value) } : answered
    answers.push(jsonOf(outcome))
    exitCode = Math.max(exitCode, await showOutcome({ row, outcome, shell }, { ...call, values: input }))
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

/** Sets `library` to the project's collection, for tools that have no parameter `project`. */
async function withCollection<Services>(
  { inputSchema }: ToolRow<Services>,
  values: Record<string, unknown>,
  shell: Shell<Services>,
): Promise<Record<string, unknown>> {
  const isMeant = typeof values.project === 'string' && inputSchema.properties?.project === undefined
  return isMeant ? { ...values, library: await shell.collectionOf(String(values.project)) } : values
}

/** Replaces "-" with the text from stdin, in parameters that are strings. */
async function fillFromStdin<Services>(
  row: ToolRow<Services>,
  { values, terminal, signal }: CommandCall,
): Promise<Record<string, unknown>> {
  const options = inputOptions(row.inputSchema)
  const piped = options.find(
    option =>
      option.kind === 'string' && !option.isRepeatable && !option.choices && values[option.field] === '-',
  )
  if (piped === undefined) return values
  const text = await terminal.readStdin(signal)
  if (text.trim() === '')
    throw new Failure('invalid', 'INVALID_INPUT', '"-" reads text from a pipe, but nothing was piped in.', {
      hint: 'Pipe the text in, for example: cat notes.md | quire …',
    })
  return { ...values, [piped.field]: text }
}

function jsonOf(outcome: Outcome): unknown {
  return outcome.ok ? outcome.value : outcome.worded
}

function printJson({ terminal }: CommandCall, value: unknown): void {
  terminal.print(escapeControls(JSON.stringify(value, null, 2)))
}

/** Prints errors, and the answer unless --json is used. Returns the exit code. */
async function showOutcome<Services>(
  { row, outcome, shell }: { row: ToolRow<Services>; outcome: Outcome; shell: Shell<Services> },
  call: CommandCall,
): Promise<number> {
  const { terminal, wantsJson } = call
  const options = toolOptions(row)
  // This loads all commands, so it is called only if there is a message.
  const wordsOfShell = () =>
    shell.wordsFor({ options, positionals: row.tool.positionals.map(field => toPositional(field, options)) })
  if (!outcome.ok) {
    const { failure, correlationId } = outcome
    const stopped = failure.kind === 'cancelled' ? await shell.endedJob(correlationId) : null
    const hasProject = options.some(({ field }) => field === 'project')
    const inWords = await wordsOfShell()
    terminal.note(
      stopped === null
        ? renderFailure(failure, { style: terminal.noteStyle, inWords, hasProject })
        : renderStopped(stopped, failure, terminal.noteStyle),
    )
    if (failure.kind === 'not_found' && hasProject)
      for (const remark of await unseenProjects({ row, value: { results: [] }, shell }, call))
        terminal.note(remark)
    return exitCodeOfKind[failure.kind]
  }
  const shown = await renderAnswer(row.tool, { value: outcome.value, input: call.values, terminal })
  if (wantsJson) return shown.exitCode ?? 0
  terminal.print(shown.answer)
  const remarks = [shown.remark ?? '', ...(await unseenProjects({ row, value: outcome.value, shell }, call))]
    .join('\n')
    .trim()
  if (remarks !== '') terminal.note(mayNameTools(remarks) ? (await wordsOfShell())(remarks) : remarks)
  if (typeof outcome.value.next_cursor === 'string')
    terminal.note(`There is more: add --cursor ${outcome.value.next_cursor}`)
  return shown.exitCode ?? 0
}

const mostProjects = 5

/** Suggests projects if nothing was found: projects are searched only if they are named. */
async function unseenProjects<Services>(
  { row, value, shell }: { row: ToolRow<Services>; value: Record<string, unknown>; shell: Shell<Services> },
  { values }: CommandCall,
): Promise<string[]> {
  const { inputSchema, tool } = row
  const list = value.results ?? value.documents ?? value.matches
  const looksEverywhere =
    tool.access === 'read' &&
    inputSchema.properties?.library !== undefined &&
    (values.library ?? values.doc_id ?? null) === null
  const named = looksEverywhere && inputSchema.properties?.project !== undefined ? values.project : undefined
  if (!looksEverywhere || named !== undefined || !Array.isArray(list) || list.length > 0) return []
  const ids = await shell.projectIds()
  if (ids.length === 0) return []
  const [first = ''] = ids
  const rest = ids.length > 1 ? ` (projects: ${ids.slice(0, mostProjects).join(', ')})` : ''
  return [`Not in any library; did you mean project ${first}? Add --project ${first}${rest}`]
}

export function toPositional(field: string, options: readonly CliOption[]): Command['positionals'][number] {
  const option = options.find(candidate => candidate.field === field)
  return { field, isRepeatable: option?.isRepeatable ?? false, isRequired: option?.isRequired ?? false }
}

export function firstSentence(text: string): string {
  return /^.*?[.!?](?=\s|$)/s.exec(text)?.[0].replace(/\.$/, '') ?? text
}
