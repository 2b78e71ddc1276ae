import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { CommandCall } from '../../../core/contract/shell/command.ts'
import type { CommandHost } from '../../../core/contract/shell/command-host.ts'
import { exitCodeOfKind } from '../../../core/model/failure.ts'
import { reportMarkdown } from '../report-markdown.ts'
import type { FullReport } from '../report-on-wire.ts'
import type { Services } from '../services.ts'

const checkTool = 'check_ai_script_hallucinations'

/** `quire graph check <scripts…>`: each script is checked; the worst outcome is the exit code. */
export async function checkScripts(host: CommandHost<Services>, call: CommandCall): Promise<number> {
  const { values, terminal, wantsJson, signal } = call
  const reports: FullReport[] = []
  let worst = 0
  for (const script of [values.scripts].flat().map(String)) {
    const input = { script_path: resolve(host.world.cwd, script), details: true }
    const outcome = await host.call(checkTool, input, { signal })
    if (!outcome.ok) {
      terminal.note(host.renderFailure(outcome.failure, terminal))
      worst = Math.max(worst, exitCodeOfKind[outcome.failure.kind])
      continue
    }
    // SAFETY: invoke() parsed the value with the tool's own output schema, and details were asked for.
    const report = outcome.value as FullReport
    reports.push(report)
    if (report.hallucinations_detected.length > 0) worst = Math.max(worst, 1)
    if (!wantsJson && values.summary !== false)
      terminal.print((await host.render(checkTool, { value: report, input, terminal })).answer)
  }
  if (wantsJson) terminal.print(JSON.stringify(reports, null, 2))
  if (typeof values.output_dir === 'string')
    for (const path of await writeReports(reports, resolve(host.world.cwd, values.output_dir), values))
      terminal.note(`Wrote ${path}`)
  return worst
}

async function writeReports(
  reports: readonly FullReport[],
  folder: string,
  values: CommandCall['values'],
): Promise<string[]> {
  await mkdir(folder, { recursive: true })
  const written: string[] = []
  const names = new Set<string>()
  const write = async (path: string, text: string) => {
    await writeFile(path, text)
    written.push(path)
  }
  for (const report of reports) {
    const name = freeName(basename(report.script_path ?? 'script').replace(/\.\w+$/, ''), names)
    const path = join(folder, `${name}_hallucination_report`)
    if (values.json_report !== false) await write(`${path}.json`, `${JSON.stringify(report, null, 2)}\n`)
    if (values.markdown_report !== false) await write(`${path}.md`, reportMarkdown(report))
  }
  return written
}

/** Scripts in different folders may have the same name. */
function freeName(name: string, taken: Set<string>): string {
  let free = name
  for (let count = 2; taken.has(free); count++) free = `${name}_${count}`
  taken.add(free)
  return free
}
