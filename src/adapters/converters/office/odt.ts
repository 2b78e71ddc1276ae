import type { Converter } from '../../../core/ports/converter.ts'
import { topHeading } from '../../../core/text/outline.ts'
import { asBrokenSource, makeConverted } from '../text/make-converted.ts'
import { cleanMarkdown } from '../text/markdown-parts.ts'
import { prepareOffice, readOfficeTree, renderOfficeNodes } from './office-tree.ts'
import { openOfficeZip, readCoreTitle } from './open-office-zip.ts'

/** OpenDocument text: headings, lists, tables, footnotes. */
export const odtConverter: Converter = {
  name: 'odt',
  version: 1,
  formats: ['odt'],
  isolated: true,
  prepare: prepareOffice,
  async convert(raw, { password }, { signal }) {
    try {
      const zip = await openOfficeZip(raw, signal)
      const tree = await readOfficeTree(raw, { format: 'odt', password }, signal)
      const markdown = cleanMarkdown(renderOfficeNodes(tree.nodes, { headingOffset: 0, charts: new Map() }))
      // Files made from a template keep its title; what the text says of itself is what a reader sees.
      const title = topHeading(markdown) ?? (await readCoreTitle(zip, signal))
      return makeConverted(raw, { fileType: 'odt', markdown, title, warnings: tree.warnings })
    } catch (error) {
      throw asBrokenSource(raw.name, 'could not be read as an OpenDocument text', error)
    }
  },
}
