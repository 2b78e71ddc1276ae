import type { Converter } from '../../core/ports/converter.ts'
import type { ConverterSetup, TableMeans } from './index.ts'
import type { Ocr } from './ocr/ocr.ts'

type Context = { setup: ConverterSetup; means: TableMeans }
type Loader = (context: Context) => Promise<Converter | readonly Converter[]>

/**
 * Loads single converters for children: a child converts one source, and loading all converters would take longer than
 * most conversions. Converters that are not listed (archives, whose members may have any format) load the whole table.
 */
const loaders: Readonly<Record<string, Loader>> = {
  pdf: async context => (await import('./pdf/pdf-converter.ts')).pdfConverter(await openOcr(context)),
  image: async context => (await import('./image-converter.ts')).imageConverter(await openOcr(context)),
  html: async () => (await import('./web/html.ts')).htmlConverter,
  xml: async () => (await import('./web/xml.ts')).xmlConverter,
  epub: async () => (await import('./web/epub.ts')).epubConverter,
  docx: async () => (await import('./office/docx.ts')).docxConverter,
  doc: async () => (await import('./office/doc.ts')).docConverter,
  odt: async () => (await import('./office/odt.ts')).odtConverter,
  rtf: async () => (await import('./office/rtf.ts')).rtfConverter,
  eml: async () => (await import('./mail/eml.ts')).emlConverter,
  msg: async () => (await import('./mail/msg.ts')).msgConverter,
  pptx: loadPresentations,
  odp: loadPresentations,
  xlsx: loadWorkbooks,
  xls: loadWorkbooks,
  ods: loadWorkbooks,
}

/** Returns the converter of this name; null when there is none. */
export async function loadConverter(name: string, context: Context): Promise<Converter | null> {
  const load = Object.hasOwn(loaders, name) ? loaders[name] : undefined
  if (load === undefined)
    return (await import('./index.ts')).openTable(context.setup, context.means).get(name)
  return [await load(context)].flat().find(converter => converter.name === name) ?? null
}

async function loadPresentations(): Promise<readonly Converter[]> {
  return (await import('./office/presentation.ts')).presentationConverters
}

async function loadWorkbooks(): Promise<readonly Converter[]> {
  return (await import('./office/workbook.ts')).workbookConverters
}

async function openOcr({ setup, means }: Context): Promise<Ocr> {
  const { createOcr } = await import('./ocr/create-ocr.ts')
  return createOcr({ ...setup, ...(means.openOcrProgram ? { openProgram: means.openOcrProgram } : {}) })
}
