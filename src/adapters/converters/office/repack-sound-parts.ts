import { Failure } from '../../../core/model/failure.ts'
import { writeZip } from '../archive/write-zip.ts'
import type { Zip } from '../archive/zip.ts'

/** Parts that only say how a sheet looks. */
const wordless = /theme|styles|drawings|charts|docProps|calcChain|printerSettings/i

/**
 * The parts of an office file that hold words, in an archive that needs no unfolding. Damaged parts are left
 * out, and named: the spreadsheet library's own unfolding never ends on some of them.
 */
export async function repackSoundParts(
  zip: Zip,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; warnings: string[] }> {
  const files: { name: string; content: Uint8Array }[] = []
  const warnings: string[] = []
  for (const entry of zip.entries) {
    if (!/(\.xml|\.rels|^mimetype)$/.test(entry.name)) continue
    try {
      files.push({ name: entry.name, content: await zip.read(entry, signal) })
    } catch (error) {
      if (!(error instanceof Failure) || error.code !== 'BROKEN_SOURCE') throw error
      if (!wordless.test(entry.name)) warnings.push(`The damaged part ${entry.name} was left out.`)
    }
  }
  return { bytes: writeZip(files), warnings }
}
