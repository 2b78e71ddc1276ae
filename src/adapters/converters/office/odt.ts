import type { Converter } from '../../../core/ports/converter.ts'
import { asBrokenSource, makeConverted } from '../text/make-converted.ts'
import { cleanMarkdown } from '../text/markdown-parts.ts'
import { titleOfText } from './office-title.ts'
import { prepareOffice, readOfficeTree, renderOfficeNodes } from './office-tree.ts'
import { openOfficeZip, readCoreTitle } from './open-office-zip.ts'

/** OpenDocument text: headings, lists, tables, footnotes. */
export const odtConverter: Converter = {
  name: 'odt',
  version: 2,
  formats: ['odt'],
  isolated: true,
  prepare: prepareOffice,
  async convert(raw, { password }, { signal }) {
    try {
      const zip = await openOfficeZip(raw, signal)
      const tree = await readOfficeTree(raw, { format: 'odt', password }, signal)
      const markdown = cleanMarkdown(renderOfficeNodes(tree.nodes, { headingOffset: 0, charts: new Map() }))
      const title = titleOfText(markdown, await readCoreTitle(zip, signal), raw.name)
      return makeConverted(raw, { fileType: 'odt', markdown, title, warnings: tree.warnings })
    } catch (error) {
      throw asBrokenSource(raw.name, 'could not be read as an OpenDocument text', error)
    }
  },
}
