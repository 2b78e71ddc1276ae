import type { CommandCall } from '../../core/contract/shell/command.ts'
import { renderTable } from '../../core/contract/shell/render-table.ts'
import type { App } from '../app.ts'
import type { Trust } from '../config/admit-project-file.ts'
import type { Config } from '../config/load-config.ts'
import { type ShownSetting, showConfig, showIgnored } from '../config/show-config.ts'

const trusts: Readonly<Record<Trust, string>> = {
  trusted: 'trusted',
  unknown: 'not trusted',
  changed: 'not trusted: changed since you trusted it',
}

/** `quire config show`: every setting, its value, and where it came from. */
export async function configShow(app: App, { wantsJson, terminal }: CommandCall): Promise<number> {
  const config = await app.config()
  const shown = showConfig(config)
  if (wantsJson) {
    const settings = Object.fromEntries(
      shown.map(({ key, value, from, name }) => [key, { value, from, name }]),
    )
    const { file, project, warnings } = config
    const shownConfig = { file, project_file: project, settings, ignored: showIgnored(config), warnings }
    terminal.print(JSON.stringify(shownConfig, null, 2))
    return 0
  }
  const table = renderTable(
    shown,
    [
      { title: 'SETTING', cell: row => row.key },
      { title: 'VALUE', cell: row => showValue(row.value), isFlexible: true },
      { title: 'FROM', cell: row => originOf(row, config), isFlexible: true },
    ],
    terminal,
  )
  terminal.print(table)
  for (const { key, file, why } of showIgnored(config))
    terminal.print(`${terminal.style.warn('ignored')}  ${key} in ${file}: ${why}`)
  terminal.note(config.file === null ? 'You have no settings file.' : `Settings file: ${config.file}`)
  if (config.project !== null)
    terminal.note(`Project file: ${config.project.path} (${trusts[config.project.trust]})`)
  for (const warning of config.warnings) terminal.note(`${terminal.noteStyle.warn('warning:')} ${warning}`)
  return 0
}

/** The paths of the files are printed below the table, so they are left out here. */
function originOf({ from, name }: ShownSetting, { file, project }: Config): string {
  if (from === 'file') return name.replace(` in ${file}`, ' in your settings file')
  return from === 'project' ? name.replace(` in ${project?.path}`, ' in the project file') : name
}

function showValue(value: unknown): string {
  if (value === null) return '–'
  if (Array.isArray(value)) return value.length === 0 ? '–' : value.join(', ')
  return String(value)
}
