import { throwIfAborted } from '../../../core/model/failure.ts'
import type { Converter } from '../../../core/ports/converter.ts'
import { brokenSource } from '../text/broken-source.ts'
import { isCompound } from './open-office-zip.ts'
import { convertPresentation } from './presentation.ts'
import { type LibreOfficeOptions, rewritePpt } from './run-libre-office.ts'

/** Gives the same slides as PPTX, null when they cannot be opened. */
export type RewritePpt = (bytes: Uint8Array, signal: AbortSignal) => Promise<Uint8Array | null>

/** PowerPoint before 2007, rewritten by LibreOffice where that is installed. */
export function pptConverter(office: LibreOfficeOptions | RewritePpt): Converter {
  const rewrite: RewritePpt =
    typeof office === 'function' ? office : (bytes, signal) => rewritePpt(bytes, office, signal)
  return {
    name: 'ppt',
    version: 1,
    formats: ['ppt'],
    isolated: true,
    async convert(raw, { password }, { signal }) {
      throwIfAborted(signal)
      if (!isCompound(raw.bytes))
        throw brokenSource(raw.name, 'is not a PowerPoint file of the old binary kind')
      const bytes = await rewrite(raw.bytes, signal)
      if (bytes === null) throw brokenSource(raw.name, 'could not be opened by LibreOffice')
      return {
        ...(await convertPresentation({ ...raw, bytes }, 'pptx', password, signal)),
        fileType: 'ppt',
      }
    },
  }
}
