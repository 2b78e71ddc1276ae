import { mkdir, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import type { CommandCall } from '../../../core/contract/shell/command.ts'
import type { CommandHost } from '../../../core/contract/shell/command-host.ts'
import { exitCodeOfKind } from '../../../core/model/failure.ts'
import type { FullReport } from '../report-on-wire.ts'
import type { Services } from '../services.ts'

const checkTool = 'check_ai_script_hallucinations'

/** `quire graph check <scripts…>`: checks each script and exits with the highest exit code. */
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
    // SAFETY: invoke() parsed the value with the tool's output schema, and the input requests details.
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

type Item = FullReport['validation_details']['valid_items'][number]

/** The full report as Markdown. */
function reportMarkdown(report: FullReport): string {
  const { validation_summary: summary, analysis_metadata: facts, validation_details: details } = report
  return [
    `# Check of ${report.script_path ?? 'a script'}`,
    '',
    `Overall confidence: ${percent(report.overall_confidence)}`,
    '',
    '## Summary',
    '',
    ...table(
      ['', 'Count'],
      [
        ['Uses checked', summary.total_validations],
        ['Valid', summary.valid_count],
        ['Invalid', summary.invalid_count],
        ['Not found', summary.not_found_count],
        ['Uncertain', summary.uncertain_count],
        ['Hallucination rate', percent(summary.hallucination_rate)],
      ],
    ),
    '',
    '## What is wrong',
    '',
    ...hallucinations(report),
    '',
    '## Recommendations',
    '',
    ...report.recommendations.map(line => `- ${line}`),
    '',
    '## Libraries',
    '',
    ...libraries(report),
    '',
    '## The script',
    '',
    `${facts.total_imports} imports, ${facts.total_classes} classes instantiated, ${facts.total_methods} method calls, ${facts.total_attributes} attributes, ${facts.total_functions} function calls.`,
    ...problems(report),
    '',
    ...items('Valid', details.valid_items),
    ...items('Invalid', details.invalid_items),
    ...items('Not found', details.not_found_items),
    ...items('Uncertain', details.uncertain_items),
  ].join('\n')
}

function hallucinations({ hallucinations_detected: found }: FullReport): string[] {
  if (found.length === 0) return ['Nothing.']
  return found.map(({ type, location, description, suggestion }) => {
    const meant = suggestion === undefined ? '' : ` ${suggestion}`
    return `- **${type}**, ${location}: ${inline(description)}.${inline(meant)}`
  })
}

function libraries({ libraries_analyzed: found }: FullReport): string[] {
  if (found.length === 0) return ['None.']
  return table(
    ['Module', 'Import', 'Classes', 'Methods', 'Attributes', 'Functions'],
    found.map(one => [
      `\`${one.module_name}\``,
      `${one.import_status} (${percent(one.import_confidence)})`,
      one.classes_used.length,
      one.methods_called.length,
      one.attributes_accessed.length,
      one.functions_called.length,
    ]),
  )
}

function problems({ syntax_problems: found }: FullReport): string[] {
  if (found.length === 0) return []
  return ['', ...found.map(({ line, message }) => `- line ${line}: ${inline(message)}`)]
}

function items(title: string, found: readonly Item[]): string[] {
  if (found.length === 0) return []
  const rows = found.map(({ line, type, name, confidence, message }) => [
    line,
    type,
    `\`${inline(name)}\``,
    percent(confidence),
    inline(message),
  ])
  return [`### ${title}`, '', ...table(['Line', 'Use', 'Name', 'Confidence', 'Why'], rows), '']
}

function table(head: readonly string[], rows: readonly (readonly (string | number)[])[]): string[] {
  const line = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  return [line(head), line(head.map(() => '---')), ...rows.map(line)]
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

/** Names and messages come from scripts: they must not break a table cell. */
function inline(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', "'")
}
