import type { GrowthFigures } from './growth.ts'

const width = 760
const height = 420
const edge = { left: 70, right: 150, top: 30, bottom: 50 }

type Line = { name: string; colour: string; values: number[] }

/** CPU time against the number of passages, both on logarithmic scales, as an SVG picture. */
export function renderPlot(rows: readonly GrowthFigures[]): string {
  const lines: Line[] = [
    { name: 'hybrid p95', colour: '#b3401f', values: rows.map(row => row.p95.hybrid) },
    { name: 'hybrid p50', colour: '#e08a5f', values: rows.map(row => row.p50.hybrid) },
    { name: 'words p50', colour: '#2f6f4f', values: rows.map(row => row.p50.lexical) },
    { name: 'meaning p50', colour: '#2b5d9b', values: rows.map(row => row.p50.dense) },
    { name: 'first query', colour: '#777777', values: rows.map(row => row.firstMs) },
    { name: 'memory, MB', colour: '#b9a24a', values: rows.map(row => row.rssMb) },
  ]
  const all = lines.flatMap(({ values }) => values)
  const sizes = rows.map(({ chunks }) => chunks)
  const x = scale([Math.min(...sizes), Math.max(...sizes)], [edge.left, width - edge.right])
  const y = scale(
    [decade(Math.min(...all), Math.floor), decade(Math.max(...all), Math.ceil)],
    [height - edge.bottom, edge.top],
  )
  const marks = decades(decade(Math.min(...all), Math.floor), decade(Math.max(...all), Math.ceil))
  const text = (at: [number, number], content: string, more = '') =>
    `<text x="${at[0].toFixed(1)}" y="${at[1].toFixed(1)}" ${more}>${content}</text>`
  const grid = marks.flatMap(value => [
    `<line x1="${edge.left}" x2="${width - edge.right}" y1="${y(value).toFixed(1)}" y2="${y(value).toFixed(1)}" stroke="#ddd"/>`,
    text([edge.left - 8, y(value) + 4], value.toLocaleString('en-US'), 'text-anchor="end"'),
  ])
  const ticks = sizes.map(size =>
    text([x(size), height - edge.bottom + 20], size.toLocaleString('en-US'), 'text-anchor="middle"'),
  )
  let lowest = 0
  const labelled = lines
    .map(line => ({ ...line, end: y(line.values.at(-1) ?? 1) }))
    .sort((one, other) => one.end - other.end)
    .map(line => {
      lowest = Math.max(lowest + 15, line.end + 4)
      return { ...line, labelAt: lowest }
    })
  const drawn = labelled.flatMap(({ name, colour, values, labelAt }) => [
    `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${values.map((value, index) => `${x(sizes[index] ?? 1).toFixed(1)},${y(value).toFixed(1)}`).join(' ')}"/>`,
    text([width - edge.right + 8, labelAt], name, `fill="${colour}"`),
  ])
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12">`,
    '<title>CPU milliseconds of a search, and memory, from 10,000 to 1,000,000 passages</title>',
    `<rect width="${width}" height="${height}" fill="white"/>`,
    ...grid,
    ...ticks,
    text([edge.left, 18], 'CPU milliseconds (memory in MB), both axes logarithmic'),
    text([(edge.left + width - edge.right) / 2, height - 10], 'passages', 'text-anchor="middle"'),
    ...drawn,
    '</svg>',
    '',
  ].join('\n')
}

function scale([from, to]: [number, number], [start, end]: [number, number]): (value: number) => number {
  const range = Math.log(to) - Math.log(from) || 1
  return value => start + ((end - start) * (Math.log(Math.max(value, from)) - Math.log(from))) / range
}

function decade(value: number, round: (value: number) => number): number {
  return 10 ** round(Math.log10(Math.max(value, 0.1)))
}

function decades(from: number, to: number): number[] {
  const marks: number[] = []
  for (let value = from; value <= to * 1.001; value *= 10) marks.push(value)
  return marks
}
