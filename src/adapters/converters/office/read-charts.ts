import { posix } from 'node:path'
import type { Zip } from '../archive/zip.ts'
import { oneLine } from '../text/clean-text.ts'
import { markdownTable } from '../text/markdown-table.ts'
import type { Dom, DomElement } from '../web/parse-html.ts'
import { readOfficeXml } from './read-office-xml.ts'

/** The numbers behind the charts of a presentation, as tables under the charts' titles, by file name. */
export async function readCharts(zip: Zip, signal: AbortSignal): Promise<Map<string, string>> {
  const charts = new Map<string, string>()
  for (const entry of zip.entries) {
    if (!/^ppt\/charts\/chart[^/]*\.xml$/.test(entry.name)) continue
    const $ = await readOfficeXml(zip, entry.name, signal)
    if ($ !== null) charts.set(posix.basename(entry.name), renderChart($))
  }
  return charts
}

function renderChart($: Dom): string {
  const title = oneLine($('c\\:chart > c\\:title a\\:t').text())
  const series = $('c\\:ser').toArray()
  const categories = pointsOf($, series[0], 'c\\:cat, c\\:xVal')
  const columns = series.map(one => ({
    name: oneLine($(one).find('c\\:tx c\\:v').first().text()),
    values: pointsOf($, one, 'c\\:val, c\\:yVal'),
  }))
  const length = Math.max(categories.length, ...columns.map(({ values }) => values.length))
  const rows = Array.from({ length }, (_, index) => [
    categories[index] ?? '',
    ...columns.map(({ values }) => values[index] ?? ''),
  ])
  const table = rows.length === 0 ? '' : markdownTable([['', ...columns.map(({ name }) => name)], ...rows])
  return [title, table].filter(part => part !== '').join('\n\n')
}

/** Points carry their own index; missing ones are blank. */
function pointsOf($: Dom, series: DomElement | undefined, selector: string): string[] {
  if (series === undefined) return []
  const points: string[] = []
  for (const point of $(series).children(selector).first().find('c\\:pt').toArray()) {
    const index = Number(point.attribs.idx)
    if (index >= 0 && index < 10_000) points[index] = oneLine($(point).children('c\\:v').text())
  }
  return Array.from(points, point => point ?? '')
}
