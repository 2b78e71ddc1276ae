import { Failure } from '../../../core/model/failure.ts'
import type { RawSource } from '../../../core/model/source.ts'
import { assertSafeZip, type Zip } from '../archive/zip.ts'
import { brokenSource } from '../text/make-converted.ts'
import { oneLine } from '../text/markdown-parts.ts'
import { type Dom, parseXml } from '../web/parse-html.ts'

/** Opens a modern office file, without encryption, after checking that its archive is within the limits. */
export async function openOfficeZip(raw: RawSource, signal: AbortSignal): Promise<Zip> {
  if (raw.bytes[0] !== 0x50 || raw.bytes[1] !== 0x4b)
    throw brokenSource(raw.name, 'is not an office file: it has the wrong signature')
  return assertSafeZip(raw.bytes, signal)
}

/** Reads one XML part of an office file; null when it is missing or damaged, because most parts are optional. */
export async function readOfficeXml(zip: Zip, path: string, signal: AbortSignal): Promise<Dom | null> {
  const entry = zip.find(path)
  if (entry === null) return null
  try {
    return await parseXml(new TextDecoder().decode(await zip.read(entry, signal)))
  } catch (error) {
    if (error instanceof Failure && error.code === 'BROKEN_SOURCE') return null
    throw error
  }
}

/** The title in the properties of an OOXML or OpenDocument file. */
export async function readCoreTitle(zip: Zip, signal: AbortSignal): Promise<string | null> {
  for (const path of ['docProps/core.xml', 'meta.xml']) {
    const $ = await readOfficeXml(zip, path, signal)
    const title = oneLine($?.('dc\\:title').first().text() ?? '')
    if (title !== '') return title
  }
  return null
}
