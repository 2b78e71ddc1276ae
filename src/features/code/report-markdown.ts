import type { FullReport } from './report-on-wire.ts'

type Item = FullReport['validation_details']['valid_items'][number]

/** The whole report for people to read. */
export function reportMarkdown(report: FullReport): string {
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

/** Names and messages come from scripts: they must stay in their cell. */
function inline(text: string): string {
  return text.replace(/\s+/g, ' ').replaceAll('|', '\\|').replaceAll('`', "'")
}
