import type { Zip } from '../archive/zip.ts'
import { oneLine } from '../text/clean-text.ts'
import { readOfficeXml } from './read-office-xml.ts'

/** What programs write when nobody gave a title. */
const placeholders =
  /^(powerpoint[- ]presentation|powerpoint-präsentation|présentation powerpoint|presentation|untitled|document\d*|slide 1)$/i

/** The title in the properties of an OOXML or OpenDocument file. */
export async function readCoreTitle(zip: Zip, signal: AbortSignal): Promise<string | null> {
  for (const path of ['docProps/core.xml', 'meta.xml']) {
    const $ = await readOfficeXml(zip, path, signal)
    const title = oneLine($?.('dc\\:title').first().text() ?? '')
    if (title !== '' && !placeholders.test(title)) return title
  }
  return null
}
