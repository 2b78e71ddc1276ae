import type { Command } from '../core/contract/shell/command.ts'
import { createTerminal } from '../core/contract/shell/terminal.ts'
import { exitCodeOfKind, Failure } from '../core/model/failure.ts'
import { escapeControls } from '../core/text/shown-text.ts'
import { findCommand, unknownCommand } from '../surfaces/cli/find-command.ts'
import { parseArguments } from '../surfaces/cli/parse-arguments.ts'
import { readInputs } from '../surfaces/cli/read-inputs.ts'
import { renderFailure } from '../surfaces/cli/render-failure.ts'
import { type App, createApp } from './app.ts'
import { ownCommands } from './commands/own-commands.ts'
import { builtInNames, type SettingNames } from './config/setting-names.ts'
import { takeFlags } from './config/take-flags.ts'
import type { World } from './world.ts'

/** Runs one command line and returns the exit code. Everything it opened is closed by then. */
export async function runProgram(world: World): Promise<number> {
  const app = createApp(world, createTerminal(world.streams, world.env))
  const attempt: Attempt = { command: null }
  try {
    const exitCode = await runCommand(app, attempt)
    if (!isImpatient(world.argv)) await app.settleVectors()
    return exitCode
  } catch (error) {
    return await explainError(error, app, attempt)
  } finally {
    await app.close()
  }
}

/** Returns as soon as sources are stored and found by words; their vectors are made by the next process. */
const noWait = '--no-wait'

function isImpatient(argv: readonly string[]): boolean {
  return argv.includes(noWait)
}

/** Features that the settings name may add settings, which have flags. */
async function namesOf(app: App): Promise<SettingNames> {
  return (await app.config().catch(() => null))?.names ?? builtInNames
}

/** The command that was found, for error messages. */
type Attempt = { command: Command | null }

async function runCommand(app: App, attempt: Attempt): Promise<number> {
  const { terminal } = app
  const given = app.world.argv.filter(word => word !== noWait)
  const line = toCommandLine(takeFlags(given, await namesOf(app)).rest)
  // Load only the features that may have this first word; load all commands only if none matches.
  const found =
    findCommand(ownCommands(app), line) ??
    findCommand(await app.commandsFor(line[0] ?? ''), line) ??
    findCommand(await app.commands(), line)
  if (found === null) return showToolsetOrFail(app, line)
  attempt.command = found.command
  const { cwd, signal } = app.world
  const parsed = parseArguments(
    found.command,
    await readInputs(found.command, found.rest, { cwd, terminal, signal }),
  )
  if (parsed.wantsHelp) {
    terminal.print(await app.commandHelp(found.command))
    return 0
  }
  return found.command.run({ ...parsed, terminal, signal })
}

/** Turns `quire`, `quire --help` and `quire --version` into commands. */
function toCommandLine(rest: readonly string[]): string[] {
  const [first] = rest
  if (first === undefined || first === '--help' || first === '-h') return ['help', ...rest.slice(1)]
  if (first === '--version' || first === '-V') return ['version', ...rest.slice(1)]
  return [...rest]
}

async function showToolsetOrFail(app: App, line: readonly string[]): Promise<number> {
  const commands = await app.commands()
  const flag = line.findIndex(word => word.startsWith('-'))
  const words = flag === -1 ? line : line.slice(0, flag)
  const page = words.length === 0 ? null : await app.toolsetHelp(words)
  if (page === null) throw unknownCommand(commands, line)
  app.terminal.print(page)
  return 0
}

/** Formats a failure that occurred before a tool was called, for --json. */
function jsonOf(failure: Failure, command: Command | null): string {
  const { code, message, hint } = failure
  const plain = { error: { code, message, ...(hint === null ? {} : { hint }) } }
  return escapeControls(JSON.stringify(command?.wordFailure?.(failure) ?? plain, null, 2))
}

function wantsJson(argv: readonly string[]): boolean {
  const end = argv.indexOf('--')
  return (end === -1 ? argv : argv.slice(0, end)).includes('--json')
}

/** Prints the error and returns the exit code. */
async function explainError(error: unknown, app: App, { command }: Attempt): Promise<number> {
  const { terminal } = app
  if (error instanceof Failure) {
    const hasProject = command?.options.some(({ field }) => field === 'project') === true
    const inWords = await app.shell.wordsFor(command).catch(() => (text: string) => text)
    terminal.note(renderFailure(error, { style: terminal.noteStyle, inWords, hasProject }))
    if (wantsJson(app.world.argv)) terminal.print(jsonOf(error, command))
    return exitCodeOfKind[error.kind]
  }
  if (app.world.signal.aborted) return exitCodeOfKind.cancelled
  const story = error instanceof Error ? (error.stack ?? error.message) : String(error)
  terminal.note(`${terminal.noteStyle.bad('error:')} Unexpected error.\n${story}`)
  return exitCodeOfKind.internal
}
