import type { CommandCall } from '../../surfaces/cli/command.ts'
import { findCommand, unknownCommand } from '../../surfaces/cli/find-command.ts'
import { renderCommandHelp, renderHelp } from '../../surfaces/cli/help.ts'
import type { Terminal } from '../../surfaces/cli/terminal.ts'
import type { App } from '../app.ts'
import { type SettingRow, settingRows } from '../config/names.ts'

/** `quire help [topic]`. */
export async function help(app: App, { values, terminal }: CommandCall): Promise<number> {
  const topic = Array.isArray(values.topic) ? values.topic.map(String) : []
  terminal.print(await pageFor(app, topic, terminal))
  return 0
}

async function pageFor(app: App, topic: readonly string[], terminal: Terminal): Promise<string> {
  const [first] = topic
  if (first === undefined) return app.overview()
  if (first === 'settings') return settingsPage(terminal)
  const commands = await app.commands()
  const found = findCommand(commands, topic)
  if (found !== null) return renderCommandHelp(found.command, terminal)
  const page = topic.length === 1 ? await app.toolsetHelp(first) : null
  if (page === null) throw unknownCommand(commands, topic)
  return page
}

function settingsPage(terminal: Terminal): string {
  return renderHelp(
    {
      headline:
        'Settings: by flag, environment variable or quire.toml; flags win over variables, those over files',
      usage: [
        'quire <command> --port 9000',
        'QUIRE_PORT=9000 quire <command>',
        'quire.toml:  [http]  port = 9000',
      ],
      text: 'Your own file is quire.toml in the home, or what --config names. quire.toml where the command is run is a project file: of that, only settings marked "project file" count, unless you trust it with quire trust. A setting written store.url here is url in the [store] table of a file. quire config show prints what is in force.',
      sections: [{ title: 'Settings', entries: settingRows.map(entryOf) }],
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
