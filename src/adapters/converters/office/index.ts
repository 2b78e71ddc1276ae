import type { Converter } from '../../../ports/converter.ts'
import { docConverter } from './doc.ts'
import { docxConverter } from './docx.ts'
import { odtConverter } from './odt.ts'
import { pptConverter } from './ppt.ts'
import { presentationConverters } from './presentation.ts'
import { workbookConverters } from './workbook.ts'

export const officeConverters: readonly Converter[] = [
  docxConverter,
  docConverter,
  odtConverter,
  ...presentationConverters,
  pptConverter({ commands: ['soffice', 'libreoffice'], timeoutMs: 120_000 }),
  ...workbookConverters,
]
