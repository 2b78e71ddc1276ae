import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'tesseract.js'
import { abortFailure, Failure } from '../../../core/model/failure.ts'
import { chooseLanguages, type Ocr, parseTsv } from './ocr.ts'
import { tesseractProgram } from './tesseract-program.ts'

export type OcrOptions = {
  /** Null uses the bundled module only. */
  tesseractPath: string | null
  /** Opens the program, or returns null when it does not run; replaced in processes that may not start programs. */
  openProgram?: (path: string, signal: AbortSignal) => Promise<Ocr | null>
}

/** Chooses the OCR engine on first use: the installed program, else the bundled module. */
export function createOcr({ tesseractPath, openProgram = tesseractProgram }: OcrOptions): Ocr {
  let engine: Promise<Ocr> | null = null
  const choose = async (signal: AbortSignal): Promise<Ocr> => {
    const program = tesseractPath === null ? null : await openProgram(tesseractPath, signal)
    return program ?? tesseractModule()
  }
  return {
    name: 'ocr',
    async recognise(request, signal) {
      engine ??= choose(signal)
      try {
        return await (await engine).recognise(request, signal)
      } catch (error) {
        // Do not cache the result of an aborted search for the program.
        if (signal.aborted) engine = null
        throw error
      }
    },
    async close() {
      await (await engine?.catch(() => null))?.close()
      engine = null
    },
  }
}

/** Languages whose data is installed with this package. */
const bundled = ['eng', 'deu'] as const

/** OCR with WebAssembly and bundled language data: slower than the program, but always available. */
function tesseractModule(): Ocr {
  let current: { codes: string; worker: Worker } | null = null
  const stop = async (): Promise<void> => {
    const { worker } = current ?? {}
    current = null
    await worker?.terminate()
  }
  return {
    name: 'tesseract.js',
    async recognise({ image, languages, dpi }, signal) {
      const { codes, warnings } = chooseLanguages(languages, bundled)
      if (current?.codes !== codes.join('+')) {
        await stop()
        current = { codes: codes.join('+'), worker: await startWorker(codes) }
      }
      const { worker } = current
      const aborted = new Promise<never>((_, reject) => {
        signal.addEventListener('abort', () => reject(abortFailure(signal)), { once: true })
      })
      try {
        if (dpi !== null) await worker.setParameters({ user_defined_dpi: String(Math.round(dpi)) })
        const work = worker.recognize(Buffer.from(image), {}, { text: false, tsv: true })
        const { data } = await Promise.race([work, aborted])
        return { paragraphs: parseTsv(data.tsv ?? ''), warnings }
      } catch (error) {
        await stop()
        if (error instanceof Failure) throw error
        throw new Failure('invalid', 'OCR_FAILED', `Text recognition failed: ${messageOf(error)}`, {
          hint: 'Check that the image opens in a viewer, or install tesseract, which reads more formats.',
          cause: error,
        })
      }
    },
    close: stop,
  }
}

/** The library reads all languages from one folder, but each language is a package of its own. */
async function startWorker(codes: readonly string[]): Promise<Worker> {
  const { createWorker, OEM } = await import('tesseract.js')
  // The temporary folder of a child is created on first use.
  await mkdir(tmpdir(), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(tmpdir(), 'quire-ocr-'))
  try {
    await Promise.all(codes.map(code => copyFile(dataOf(code), join(folder, `${code}.traineddata.gz`))))
    return await createWorker([...codes], OEM.LSTM_ONLY, {
      langPath: folder,
      cacheMethod: 'none',
      // Without a handler the library also throws each error that it rejects with.
      errorHandler: () => {},
    })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

function dataOf(code: string): string {
  return fileURLToPath(
    import.meta.resolve(`@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`),
  )
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
