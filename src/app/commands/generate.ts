import { resolve } from 'node:path'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import { type ToolTable, toolTable } from '../../core/contract/tool-table.ts'
import type { Host } from '../../core/feature.ts'
import type { App } from '../app.ts'
import type { Config } from '../config/load-config.ts'
import { loadToolsets } from '../load-features.ts'
import { mountOf, withDefaultLibrary } from '../offer.ts'
import { writeGenerated } from '../write-generated.ts'

export const languages = ['typescript', 'python'] as const

/** `quire generate --lang typescript --out servers/`: writes a typed client module per tool. */
export async function generate(app: App, { values, wantsJson, terminal }: CommandCall): Promise<number> {
  await app.offer() // Prints warnings about settings.
  const table = await generatedTable(await app.config())
  const lang = values.lang === 'python' ? 'python' : 'typescript'
  const folder = resolve(app.world.cwd, String(values.out ?? 'servers'))
  const report = { lang, folder, ...(await writeGenerated(folder, await modulesOf(table, lang))) }
  if (wantsJson) terminal.print(JSON.stringify(report, null, 2))
  else {
    const counts = `${report.files} files, ${report.written} written, ${report.removed} removed`
    terminal.print(`${terminal.style.good('generated')}  ${folder}  ${terminal.style.dim(counts)}`)
  }
  return 0
}

/** All toolsets unless the settings choose some: modules cost no tokens until a model reads them. */
async function generatedTable(config: Config): Promise<ToolTable<Host>> {
  const toolsets = withDefaultLibrary(await loadToolsets(config.features), config.values.default_library)
  const isChosen = config.origins.toolsets.from !== 'default'
  return toolTable(
    isChosen ? mountOf(toolsets, config).toolsets : toolsets.filter(toolset => toolset.isHidden !== true),
  )
}

async function modulesOf(table: ToolTable<Host>, lang: (typeof languages)[number]) {
  if (lang === 'python') return (await import('../../surfaces/client/python.ts')).writePython(table)
  return (await import('../../surfaces/client/typescript.ts')).writeTypescript(table)
}
