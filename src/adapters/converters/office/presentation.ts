import type { RawSource } from '../../../core/model/source.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import type { Zip } from '../archive/zip.ts'
import { asBrokenSource } from '../text/broken-source.ts'
import { oneLine } from '../text/clean-text.ts'
import { joinPages } from '../text/join-pages.ts'
import { makeConverted } from '../text/make-converted.ts'
import { isCompound, openOfficeZip } from './open-office-zip.ts'
import { readCharts } from './read-charts.ts'
import { readCoreTitle } from './read-core-title.ts'
import { type OfficeNode, prepareOffice, readOfficeTree } from './read-office-tree.ts'
import { plainText, renderOfficeNodes } from './render-office-nodes.ts'

/** Slides are pages: title, content in the order of the file, tables, charts as tables, speaker notes. */
export const presentationConverters: readonly Converter[] = (['pptx', 'odp'] as const).map(format => ({
  name: format,
  version: 1,
  formats: [format],
  isolated: true,
  prepare: prepareOffice,
  convert: (raw, { password }, { signal }) => convertPresentation(raw, format, password, signal),
}))

export async function convertPresentation(
  raw: RawSource,
  format: 'pptx' | 'odp',
  password: string | null,
  signal: AbortSignal,
) {
  try {
    const zip = await openUnlessLocked(raw, password, signal)
    const tree = await readOfficeTree(raw, format, password, signal)
    const charts = zip === null ? new Map<string, string>() : await readCharts(zip, signal)
    const slides = tree.nodes.filter(node => node.type === 'slide')
    const isEmpty = slides.every(
      slide => plainText(slide).trim() === '' && !slide.children?.some(child => child.type === 'chart'),
    )
    const joined = joinPages(
      slides.map((slide, index) => ({ label: null, markdown: renderSlide(slide, index + 1, charts) })),
    )
    return makeConverted(raw, {
      fileType: format,
      ...(isEmpty ? { markdown: '' } : joined),
      title: zip === null ? null : await readCoreTitle(zip, signal),
      warnings: tree.warnings,
    })
  } catch (error) {
    throw asBrokenSource(raw.name, 'could not be read as a presentation', error)
  }
}

/** An encrypted presentation is no archive; the office library opens it by its password, with its own limits. */
async function openUnlessLocked(
  raw: RawSource,
  password: string | null,
  signal: AbortSignal,
): Promise<Zip | null> {
  return password !== null && isCompound(raw.bytes) ? null : openOfficeZip(raw, signal)
}

/** The title comes first wherever it lies in the file, so that it heads everything on the slide. */
function renderSlide(slide: OfficeNode, number: number, charts: ReadonlyMap<string, string>): string {
  const children = slide.children ?? []
  const title = children.find(child => child.type === 'heading' && plainText(child).trim() !== '')
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
