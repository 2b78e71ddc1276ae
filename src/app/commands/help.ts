import type { CommandCall } from '../../core/contract/shell/command.ts'
import { exitCodes } from '../../core/contract/shell/exit-codes.ts'
import type { Terminal } from '../../core/contract/shell/terminal.ts'
import { completionScript } from '../../surfaces/cli/completion.ts'
import { findCommand, unknownCommand } from '../../surfaces/cli/find-command.ts'
import { renderHelp } from '../../surfaces/cli/help.ts'
import type { App } from '../app.ts'
import { builtInNames, type SettingNames, type SettingRow } from '../config/setting-names.ts'

/** `quire help [topic]`; with --json, a list of all commands. */
export async function help(app: App, { values, terminal, wantsJson }: CommandCall): Promise<number> {
  if (wantsJson) {
    const commands = (await app.commands()).map(({ words, summary }) => ({
      command: words.join(' '),
      summary,
    }))
    terminal.print(JSON.stringify({ commands, exit_codes: exitCodes }, null, 2))
    return 0
  }
  const topic = Array.isArray(values.topic) ? values.topic.map(String) : []
  terminal.print(await pageFor(app, topic, terminal))
  return 0
}

async function pageFor(app: App, topic: readonly string[], terminal: Terminal): Promise<string> {
  const [first] = topic
  if (first === undefined) return app.overview()
  if (first === 'settings') {
    // The page must work even when a setting is wrong.
    const names = (await app.config().catch(() => null))?.names ?? builtInNames
    return settingsPage(names, terminal)
  }
  if (first === 'exit-codes') return exitCodesPage(terminal)
  const commands = await app.commands()
  const found = findCommand(commands, topic)
  if (found !== null) return app.commandHelp(found.command)
  const page = await app.toolsetHelp(topic)
  if (page === null) throw unknownCommand(commands, topic)
  return page
}

function settingsPage({ rows }: SettingNames, terminal: Terminal): string {
  return renderHelp(
    {
      headline:
        'Settings: by flag, environment variable or quire.toml; flags override variables, variables override files',
      usage: [
        'quire <command> --port 9000',
        'QUIRE_PORT=9000 quire <command>',
        'quire.toml:  [http]  port = 9000',
      ],
      text: 'Your own file is quire.toml in the home, or the file that --config names. A quire.toml in the working directory is a project file: only its settings marked "project file" apply, unless you trust it with quire trust. The setting store.url is url in the [store] table of a file. quire config show prints the current values.',
      sections: [{ title: 'Settings', entries: rows.map(entryOf) }],
    },
    terminal,
  )
}

function exitCodesPage(terminal: Terminal): string {
  const entries = Object.entries(exitCodes).map(([code, says]) => ({ left: code, right: says }))
  return renderHelp(
    {
      headline: 'Exit codes, for scripts',
      usage: ['quire verify "…" --project thesis --page 58 || echo "exit code $?"'],
      sections: [{ title: 'Exit codes', entries }],
    },
    terminal,
  )
}

function entryOf({ key, setting, flags, env }: SettingRow) {
  const { placeholder } = setting.kind
  const isShown =
    setting.default !== null && !(Array.isArray(setting.default) && setting.default.length === 0)
  const facts = [
    key,
    env.join(' or '),
    ...(isShown ? [`default: ${String(setting.default)}`] : []),
    ...(setting.project === true ? ['project file'] : []),
  ]
  return {
    left: `--${flags[0]}${placeholder === null ? '' : ` ${placeholder}`}`,
    right: setting.description,
    note: facts.join('; '),
  }
}

/** `quire completion <shell>`: prints a completion script for all commands and settings. */
export async function completion(app: App, { values, terminal }: CommandCall): Promise<number> {
  const { names } = await app.config()
  const settings = names.rows.flatMap(row => row.flags.slice(0, 1))
  terminal.print(completionScript(String(values.shell), await app.commands(), settings))
  return 0
}
