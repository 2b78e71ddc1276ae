import { posix } from 'node:path'
import { throwIfAborted } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import type { Zip } from '../archive/zip.ts'
import { isCompound } from '../compound/compound-file.ts'
import { asBrokenSource, brokenSource, makeConverted } from '../text/make-converted.ts'
import { joinPages, markdownTable, oneLine } from '../text/markdown-parts.ts'
import type { Dom, DomElement } from '../web/parse-html.ts'
import { chooseTitle } from './office-title.ts'
import {
  type OfficeNode,
  plainText,
  prepareOffice,
  readOfficeTree,
  renderOfficeNodes,
} from './office-tree.ts'
import { openOfficeZip, readCoreTitle, readOfficeXml } from './open-office-zip.ts'
import { rewriteSlides } from './rewrite-slides.ts'
import { type LibreOfficeOptions, rewritePpt } from './run-libre-office.ts'
import { requireReadable, unlockOffice } from './unlock-office.ts'

/** Presentations: each slide is a page with title, content in file order, tables, charts as tables, speaker notes. */
export const presentationConverters: readonly Converter[] = (['pptx', 'odp'] as const).map(format => ({
  name: format,
  version: 2,
  formats: [format],
  isolated: true,
  prepare: prepareOffice,
  convert: (raw, { password }, { signal }) => convertPresentation(raw, { format, password }, signal),
}))

/** Converts PPTX and ODP; old presentations are converted to PPTX first. */
export async function convertPresentation(
  raw: RawSource,
  { format, password }: { format: 'pptx' | 'odp'; password: string | null },
  signal: AbortSignal,
) {
  try {
    const unlocked = await unlockOffice(raw, password)
    const zip = await openOfficeZip(unlocked, signal)
    const bytes = await rewriteSlides(unlocked.bytes, zip, signal)
    const tree = await readOfficeTree({ ...raw, bytes }, { format, password }, signal)
    const charts = await readCharts(zip, signal)
    const slides = tree.nodes.filter(node => node.type === 'slide')
    const [firstTitle] = slides.flatMap(slide => titleOf(slide) ?? [])
    const isEmpty = slides.every(
      slide => plainText(slide).trim() === '' && !slide.children?.some(child => child.type === 'chart'),
    )
    const joined = joinPages(
      slides.map((slide, index) => ({ label: null, markdown: renderSlide(slide, index + 1, charts) })),
    )
    return makeConverted(raw, {
      fileType: format,
      ...(isEmpty ? { markdown: '' } : joined),
      title: chooseTitle([await readCoreTitle(zip, signal), titleOf(slides[0]), firstTitle], raw.name),
      warnings: tree.warnings,
    })
  } catch (error) {
    throw asBrokenSource(raw.name, 'could not be read as a presentation', error)
  }
}

/** The title comes first, wherever it is in the file, because it is the heading of the slide. */
function renderSlide(slide: OfficeNode, number: number, charts: ReadonlyMap<string, string>): string {
  const children = slide.children ?? []
  const title = titleNode(slide)
  const rest = children.filter(child => child !== title)
  const body = renderOfficeNodes(rest, { headingOffset: 2, charts })
  const notes = renderOfficeNodes(slide.notes ?? [], { headingOffset: 3, charts })
  return [
    `## ${title === undefined ? `Slide ${number}` : oneLine(plainText(title))}`,
    body,
    notes.trim() === '' ? '' : `### Notes\n\n${notes}`,
  ]
    .filter(part => part.trim() !== '')
    .join('\n\n')
}

function titleNode(slide: OfficeNode | undefined): OfficeNode | undefined {
  return slide?.children?.find(child => child.type === 'heading' && plainText(child).trim() !== '')
}

function titleOf(slide: OfficeNode | undefined): string | null {
  const title = titleNode(slide)
  return title === undefined ? null : plainText(title)
}

/** Renders the data of a presentation's charts as tables below the titles of the charts, by file name. */
async function readCharts(zip: Zip, signal: AbortSignal): Promise<Map<string, string>> {
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

/** Each point has an index; missing points are blank. */
function pointsOf($: Dom, series: DomElement | undefined, selector: string): string[] {
  if (series === undefined) return []
  const points: string[] = []
  for (const point of $(series).children(selector).first().find('c\\:pt').toArray()) {
    const index = Number(point.attribs.idx)
    if (index >= 0 && index < 10_000) points[index] = oneLine($(point).children('c\\:v').text())
  }
  return Array.from(points, point => point ?? '')
}

/** Converts slides to PPTX; null when they cannot be opened. */
export type RewritePpt = (bytes: Uint8Array, signal: AbortSignal) => Promise<Uint8Array | null>

/** PowerPoint before 2007, converted to PPTX by LibreOffice where it is installed. */
export function pptConverter(office: LibreOfficeOptions | RewritePpt): Converter {
  const rewrite: RewritePpt =
    typeof office === 'function' ? office : (bytes, signal) => rewritePpt(bytes, office, signal)
  return {
    name: 'ppt',
    version: 2,
    formats: ['ppt'],
    isolated: true,
    async convert(raw, { password }, { signal }) {
      throwIfAborted(signal)
      if (!isCompound(raw.bytes))
        throw brokenSource(raw.name, 'is not a PowerPoint file in the old binary format')
      requireReadable(raw, password)
      const bytes = await rewrite(raw.bytes, signal)
      if (bytes === null) throw brokenSource(raw.name, 'could not be opened by LibreOffice')
      return {
        ...(await convertPresentation({ ...raw, bytes }, { format: 'pptx', password }, signal)),
        fileType: 'ppt',
      }
    },
  }
}
