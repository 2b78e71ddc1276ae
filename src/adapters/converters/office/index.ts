import type { Converter } from '../../../core/ports/converter.ts'
import { docConverter } from './doc.ts'
import { docxConverter } from './docx.ts'
import { odtConverter } from './odt.ts'
import { pptConverter, presentationConverters, type RewritePpt } from './presentation.ts'
import { rtfConverter } from './rtf.ts'
import { type LibreOfficeOptions, usualLibreOffice } from './run-libre-office.ts'
import { workbookConverters } from './workbook.ts'

/**
 * `libreOffice` configures how old presentations are converted to PPTX; a process that may not start programs passes a
 * function.
 */
export function officeConverters(
  libreOffice: LibreOfficeOptions | RewritePpt = usualLibreOffice,
): readonly Converter[] {
  return [
    docxConverter,
    docConverter,
    odtConverter,
    rtfConverter,
    ...presentationConverters,
    pptConverter(libreOffice),
    ...workbookConverters,
  ]
}
