import type { Converter } from '../../../core/ports/converter.ts'
import { topHeading } from '../../../core/text/outline.ts'
import { asBrokenSource } from '../text/broken-source.ts'
import { cleanMarkdown } from '../text/clean-text.ts'
import { makeConverted } from '../text/make-converted.ts'
import { openOfficeZip } from './open-office-zip.ts'
import { readCoreTitle } from './read-core-title.ts'
import { prepareOffice, readOfficeTree } from './read-office-tree.ts'
import { renderOfficeNodes } from './render-office-nodes.ts'

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
      const tree = await readOfficeTree(raw, 'odt', password, signal)
      const markdown = cleanMarkdown(renderOfficeNodes(tree.nodes, { headingOffset: 0, charts: new Map() }))
      // Files made from a template keep its title; what the text says of itself is what a reader sees.
      const title = topHeading(markdown) ?? (await readCoreTitle(zip, signal))
      return makeConverted(raw, { fileType: 'odt', markdown, title, warnings: tree.warnings })
    } catch (error) {
      throw asBrokenSource(raw.name, 'could not be read as an OpenDocument text', error)
    }
  },
}
