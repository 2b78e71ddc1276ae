import { createRequire, Module } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { DocumentInitParameters } from 'pdfjs-dist/types/src/display/api.d.ts'
import type { PDFDocumentProxy } from 'pdfjs-dist/types/src/pdf.d.ts'
import { Failure } from '../../../core/model/failure.ts'

type OwnerDocument = DocumentInitParameters['ownerDocument']
type PdfJs = typeof import('pdfjs-dist/types/src/pdf.d.ts')

/** In pixels: the largest picture that is decoded, or none. */
const largestPicture = 64_000_000
const noPicture = 1

/** The second module is the one that the library loads for its first file. */
export function preparePdf(): Promise<unknown> {
  const reader = 'pdfjs-dist/legacy/build/pdf.worker.mjs'
  return Promise.all([loadPdfJs(), import(reader)])
}

let pdfJs: Promise<PdfJs> | null = null

/** The only way to the library. */
export function loadPdfJs(): Promise<PdfJs> {
  pdfJs ??= withoutCanvas(() => import('pdfjs-dist/legacy/build/pdf.mjs'))
  return pdfJs
}

/**
 * The library loads a canvas when it is loaded, and needs it only to draw. That canvas is a native addon of 36 MB, and
 * loading it takes longer than reading most files, so the library gets an empty module in its place.
 */
async function withoutCanvas<T>(load: () => Promise<T>): Promise<T> {
  const require = createRequire(import.meta.resolve('pdfjs-dist/package.json'))
  const path = findCanvas(require)
  if (path === null || path in require.cache) return load()
  const empty = new Module(path)
  empty.exports = { DOMMatrix: class {}, Path2D: class {} }
  empty.loaded = true
  require.cache[path] = empty
  try {
    return await load()
  } finally {
    delete require.cache[path]
  }
}

/** Returns null if the library's optional package is not installed. */
function findCanvas(require: NodeJS.Require): string | null {
  const canvas = '@napi-rs/canvas'
  try {
    return require.resolve(canvas)
  } catch {
    return null
  }
}

/**
 * Opens a PDF with the library that reads text, outline and labels. The caller must destroy the document. Pictures are
 * left out unless requested.
 */
export async function openPdf(
  bytes: Uint8Array,
  password: string | null,
  options: { pictures: boolean } = { pictures: false },
): Promise<PDFDocumentProxy> {
  const pdfjs = await loadPdfJs()
  const task = pdfjs.getDocument({
    // The library takes over the buffer; the caller still needs its own to draw pages.
    data: new Uint8Array(bytes),
    verbosity: pdfjs.VerbosityLevel.ERRORS,
    cMapUrl: assetFolder('cmaps'),
    standardFontDataUrl: assetFolder('standard_fonts'),
    wasmUrl: assetFolder('wasm'),
    iccUrl: assetFolder('iccs'),
    cMapPacked: true,
    // Nothing is drawn with this library: given a document that takes every font, it does not trace their outlines.
    disableFontFace: false,
    ownerDocument: takesFonts(),
    useSystemFonts: false,
    fontExtraProperties: true,
    maxImageSize: options.pictures ? largestPicture : noPicture,
    ...(password === null ? {} : { password }),
  })
  try {
    return await task.promise
  } catch (error) {
    await task.destroy()
    throw toFailure(error, password)
  }
}

/** What the library needs of a browser to hand over a font: a place for it, and a font that is loaded. */
function takesFonts(): OwnerDocument {
  if (!('FontFace' in globalThis)) Object.assign(globalThis, { FontFace: LoadedFont })
  const fonts = { add: () => {}, delete: () => {} }
  // SAFETY: the library uses nothing but `fonts` of the document when it draws nothing.
  return { fonts } as unknown as OwnerDocument
}

class LoadedFont {
  readonly loaded = Promise.resolve(this)
}

function assetFolder(name: string): string {
  return fileURLToPath(new URL(`${name}/`, import.meta.resolve('pdfjs-dist/package.json')))
}

function toFailure(error: unknown, password: string | null): Failure {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof Error && error.name === 'PasswordException')
    return password === null
      ? new Failure('invalid', 'PASSWORD_REQUIRED', 'The PDF is encrypted and opens only with a password.', {
          hint: 'Pass the password with --password (or the `password` argument).',
        })
      : new Failure('invalid', 'PASSWORD_WRONG', 'The password does not open this PDF.', {
          hint: 'Check the password and pass it again with --password.',
        })
  return new Failure('invalid', 'BROKEN_SOURCE', `The PDF is damaged and could not be opened: ${message}`, {
    hint: 'Open it in a PDF viewer and save it again, or pass its text with ingest_content.',
    cause: error,
  })
}

const searched = 1024

/**
 * The position of `%PDF-` in the first kilobyte (readers accept junk or a byte order mark before it); −1 when missing.
 */
export function findPdfStart(bytes: Uint8Array): number {
  return Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, searched)).indexOf('%PDF-')
}
