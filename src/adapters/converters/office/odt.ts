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
      // The properties may still hold the title of the template, so the first heading comes first.
      const title = topHeading(markdown) ?? (await readCoreTitle(zip, signal))
      return makeConverted(raw, { fileType: 'odt', markdown, title, warnings: tree.warnings })
    } catch (error) {
      throw asBrokenSource(raw.name, 'could not be read as an OpenDocument text', error)
    }
  },
}
