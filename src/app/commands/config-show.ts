import type { CommandCall } from '../../surfaces/cli/command.ts'
import { renderTable } from '../../surfaces/cli/render/table.ts'
import type { App } from '../app.ts'
import { type ShownSetting, showConfig } from '../config/show-config.ts'

/** `quire config show`: every setting, its value, and where it came from. */
export async function configShow(app: App, { wantsJson, terminal }: CommandCall): Promise<number> {
  const config = await app.config()
  const shown = showConfig(config)
  if (wantsJson) {
    const settings = Object.fromEntries(
      shown.map(({ key, value, from, name }) => [key, { value, from, name }]),
    )
    terminal.print(JSON.stringify({ file: config.file, settings, warnings: config.warnings }, null, 2))
    return 0
  }
  const table = renderTable(
    shown,
    [
      { title: 'SETTING', cell: row => row.key },
      { title: 'VALUE', cell: row => showValue(row.value), isFlexible: true },
      { title: 'FROM', cell: originOf, isFlexible: true },
    ],
    terminal,
  )
  terminal.print(table)
  terminal.note(config.file === null ? 'No settings file was read.' : `Settings file: ${config.file}`)
  for (const warning of config.warnings) terminal.note(`${terminal.noteStyle.warn('warning:')} ${warning}`)
  return 0
}

function originOf({ from, name }: ShownSetting): string {
  return from === 'default' ? 'default' : name
}

function showValue(value: unknown): string {
  if (value === null) return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(', ')
  return String(value)
}
