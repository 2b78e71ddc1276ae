import { texts } from '../texts.ts'

/** Counts over months, such as 2024-06. */
export type Series = { name: string; months: readonly { month: string; count: number }[] }

const width = 720
const height = 240
const edge = { left: 52, right: 12, top: 18, bottom: 36 }
const widestBar = 56

/** Counts over time: bars for one series, lines for several. The same numbers are in a table below. */
export function TimeChart({ series, label }: { series: readonly Series[]; label: string }) {
  const months = allMonths(series.flatMap(one => one.months.map(({ month }) => month)))
  const most = Math.max(1, ...series.flatMap(one => one.months.map(({ count }) => count)))
  const step = (width - edge.left - edge.right) / Math.max(1, months.length)
  const bar = Math.min(widestBar, Math.max(1, step * 0.8))
  const x = (month: string) => edge.left + (months.indexOf(month) + 0.5) * step
  const y = (count: number) => height - edge.bottom - (count / most) * (height - edge.top - edge.bottom)
  return (
    <figure class="chart">
      <svg viewBox={`0 0 ${width} ${height}`} role="img" aria-label={label}>
        {ticks(most).map(count => (
          <g key={count} class="grid">
            <line x1={edge.left} x2={width - edge.right} y1={y(count)} y2={y(count)} />
            <text x={edge.left - 6} y={y(count) + 4} text-anchor="end">
              {count}
            </text>
          </g>
        ))}
        {shownMonths(months).map(month => (
          <text key={month} class="axis" x={x(month)} y={height - 10} text-anchor="middle">
            {month}
          </text>
        ))}
        {series.map((one, at) => (
          <g key={one.name} class={`series series-${at % 6}`}>
            {series.length === 1
              ? one.months.map(({ month, count }) => (
                  <rect
                    key={month}
                    x={x(month) - bar / 2}
                    width={bar}
                    y={y(count)}
                    height={height - edge.bottom - y(count)}
                  >
                    <title>{texts.chart.point(month, count)}</title>
                  </rect>
                ))
              : lineOf(one, { months, x, y })}
          </g>
        ))}
      </svg>
      {series.length < 2 ? null : (
        <figcaption>
          {series.map((one, at) => (
            <span key={one.name} class={`legend series-${at % 6}`}>
              {one.name}
            </span>
          ))}
        </figcaption>
      )}
      <details>
        <summary>{texts.chart.numbers}</summary>
        <Numbers series={series} months={months} />
      </details>
    </figure>
  )
}

type Scales = { months: readonly string[]; x(month: string): number; y(count: number): number }

/** A line through every month; months without an entry count nothing. */
function lineOf({ months: known }: Series, { months, x, y }: Scales) {
  const counts = new Map(known.map(({ month, count }) => [month, count]))
  const points = months.map(month => `${x(month)},${y(counts.get(month) ?? 0)}`)
  return (
    <>
      <polyline points={points.join(' ')} />
      {known.map(({ month, count }) => (
        <circle key={month} cx={x(month)} cy={y(count)} r={3}>
          <title>{texts.chart.point(month, count)}</title>
        </circle>
      ))}
    </>
  )
}

function Numbers({ series, months }: { series: readonly Series[]; months: readonly string[] }) {
  return (
    <div class="table-wrap">
      <table>
        <thead>
          <tr>
            <th scope="col">{texts.chart.month}</th>
            {series.map(({ name }) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {months.map(month => (
            <tr key={month}>
              <th scope="row">{month}</th>
              {series.map(one => (
                <td key={one.name}>{one.months.find(entry => entry.month === month)?.count ?? 0}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

/** Every month from the first to the last, so that a gap looks like one. */
export function allMonths(known: readonly string[]): string[] {
  const [first, last] = [known.toSorted().at(0), known.toSorted().at(-1)]
  if (first === undefined || last === undefined) return []
  const months: string[] = []
  for (let month = first; month <= last && months.length < 2_400; month = nextMonth(month)) months.push(month)
  return months
}

function nextMonth(month: string): string {
  const [year = 0, number = 0] = month.split('-').map(Number)
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`
}

/** At most eight labels fit below the chart. */
function shownMonths(months: readonly string[]): string[] {
  const each = Math.ceil(months.length / 8)
  return months.filter((_, at) => at % each === 0)
}

/** Round numbers up to the highest count. */
function ticks(most: number): number[] {
  const rough = most / 4
  const size = 10 ** Math.floor(Math.log10(Math.max(1, rough)))
  const step = Math.max(1, [1, 2, 5, 10].map(by => by * size).find(by => by >= rough) ?? size)
  return Array.from({ length: Math.floor(most / step) + 1 }, (_, at) => at * step)
}
