import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Failure, throwIfAborted } from '../../../model/failure.ts'
import type { Converter } from '../../../ports/converter.ts'
import { brokenSource } from '../text/broken-source.ts'
import { isCompound } from './open-office-zip.ts'
import { convertPresentation } from './presentation.ts'
import { runLibreOffice } from './run-libre-office.ts'

/** PowerPoint before 2007, rewritten by LibreOffice where that is installed. */
export function pptConverter(options: { commands: readonly string[]; timeoutMs: number }): Converter {
  return {
    name: 'ppt',
    version: 1,
    formats: ['ppt'],
    isolated: true,
    async convert(raw, { password }, { signal }) {
      throwIfAborted(signal)
      if (!isCompound(raw.bytes))
        throw brokenSource(raw.name, 'is not a PowerPoint file of the old binary kind')
      const folder = await mkdtemp(join(tmpdir(), 'quire-ppt-'))
      try {
        await writeFile(join(folder, 'slides.ppt'), raw.bytes)
        const ran = await runLibreOffice({ ...options, folder, file: 'slides.ppt', format: 'pptx' }, signal)
        if (ran === 'not_installed') throw needsLibreOffice()
        const bytes = await readFile(join(folder, 'slides.pptx')).catch(() => null)
        if (bytes === null) throw brokenSource(raw.name, 'could not be opened by LibreOffice')
        return {
          ...(await convertPresentation({ ...raw, bytes }, 'pptx', password, signal)),
          fileType: 'ppt',
        }
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
  }
}

function needsLibreOffice(): Failure {
  return new Failure(
    'unsupported',
    'UNSUPPORTED_FORMAT',
    'Unsupported format: PPT needs LibreOffice, which is not installed here.',
    {
      hint: 'Install LibreOffice (the command soffice), or save the presentation as .pptx.',
    },
  )
}
