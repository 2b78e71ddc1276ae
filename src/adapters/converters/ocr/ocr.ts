/** A line of recognised text and where it stands in the image, in pixels from the top left corner. */
export type OcrLine = { text: string; x0: number; y0: number; x1: number; y1: number }

export type Recognised = {
  /** Paragraphs in reading order, each with its lines. */
  paragraphs: OcrLine[][]
  warnings: string[]
}

export type OcrRequest = {
  /** PNG, or any format the engine reads. */
  image: Uint8Array
  /** ISO 639-1, most likely first. */
  languages: readonly string[]
  /** Resolution of the image, when known: engines guess sizes better with it. */
  dpi: number | null
}

/** Reads text from pictures. Nothing is ever downloaded. */
export interface Ocr {
  readonly name: string
  recognise(request: OcrRequest, signal: AbortSignal): Promise<Recognised>
  close(): Promise<void>
}
