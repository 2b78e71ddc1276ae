import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Worker } from 'tesseract.js'
import { abortFailure, Failure } from '../../../core/model/failure.ts'
import { chooseLanguages, type Ocr, parseTsv } from './ocr.ts'
import { tesseractProgram } from './tesseract-program.ts'

export type OcrOptions = {
  /** Null never looks for the program. */
  tesseractPath: string | null
  /** Finds the program, null when it does not run; for a process that may not start programs itself. */
  openProgram?: (path: string, signal: AbortSignal) => Promise<Ocr | null>
}

/** The best way to read pictures on this machine, decided at first use: the installed program, else the module. */
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
        // An aborted search for the program must not stand as the answer for later calls.
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

/** OCR by WebAssembly with data from installed packages: slower than the program, but always there. */
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

/** The library takes all languages from one folder, but their data comes in a package each. */
async function startWorker(codes: readonly string[]): Promise<Worker> {
  const { createWorker, OEM } = await import('tesseract.js')
  // A converting process has a temporary folder of its own, which nobody has needed before.
  await mkdir(tmpdir(), { recursive: true, mode: 0o700 })
  const folder = await mkdtemp(join(tmpdir(), 'quire-ocr-'))
  try {
    await Promise.all(codes.map(code => copyFile(dataOf(code), join(folder, `${code}.traineddata.gz`))))
    return await createWorker([...codes], OEM.LSTM_ONLY, {
      langPath: folder,
      cacheMethod: 'none',
      // Without a handler the library throws what every call rejects with as well.
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
