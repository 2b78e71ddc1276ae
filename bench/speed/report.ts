/** One line of the table. Targets are ratios or shares, so that they are valid on any machine. */

export type Row = {
  name: string
  value: number
  unit: 'ms' | 'MB' | '/s' | 'MB/s' | 'words' | 'calls' | 'ratio' | 'share'
  target?: { atMost: number } | { atLeast: number }
}

type Machine = { cores: number; node: string; platform: string }

export type Report = { chunks: number; machine: Machine; rows: Row[] }

export function isMet({ value, target }: Row): boolean {
  if (target === undefined) return true
  return 'atMost' in target ? value <= target.atMost : value >= target.atLeast
}

/** The table, with the figures of the committed baseline beside those measured now. */
export function renderReport(report: Report, baseline: Report | null): string {
  const known = new Map(baseline?.rows.map(row => [row.name, row]))
  const lines = report.rows.map(row => {
    const before = known.get(row.name)
    return [
      row.name,
      write(row.value, row.unit),
      row.target === undefined ? '' : writeTarget(row.target, row.unit),
      row.target === undefined ? '' : isMet(row) ? 'met' : 'NOT met',
      before === undefined ? '' : write(before.value, before.unit),
    ]
  })
  const table = [['figure', 'value', 'target', '', 'baseline'], ...lines]
  const widths = [0, 1, 2, 3, 4].map(column => Math.max(...table.map(cells => (cells[column] ?? '').length)))
  const { cores, node, platform } = report.machine
  return [
    `${report.chunks} chunks; ${cores} cores, Node ${node}, ${platform}`,
    '',
    ...table.map(cells =>
      cells
        .map((cell, column) =>
          column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
        )
        .join('  ')
        .trimEnd(),
    ),
  ].join('\n')
}

function writeTarget(target: NonNullable<Row['target']>, unit: Row['unit']): string {
  return 'atMost' in target ? `≤ ${write(target.atMost, unit)}` : `≥ ${write(target.atLeast, unit)}`
}

function write(value: number, unit: Row['unit']): string {
  if (unit === 'ratio') return value.toFixed(3)
  if (unit === 'share') return `${(100 * value).toFixed(1)} %`
  if (unit === 'calls') return `${value} calls`
  return `${value.toFixed(1)} ${unit}`
}
