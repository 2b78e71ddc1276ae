import type { Converter } from '../../../core/ports/converter.ts'
import { epubConverter } from './epub.ts'
import { htmlConverter } from './html.ts'
import { xmlConverter } from './xml.ts'

/** Converters of markup: HTML, XML and EPUB. */
export const webConverters: readonly Converter[] = [htmlConverter, xmlConverter, epubConverter]
