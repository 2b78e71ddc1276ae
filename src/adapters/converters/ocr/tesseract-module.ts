import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { gunzipSync } from 'node:zlib'
import type { Worker } from 'tesseract.js'
import { abortFailure, Failure } from '../../../model/failure.ts'
import { chooseLanguages } from './languages.ts'
import type { Ocr } from './ocr.ts'
import { parseTsv } from './parse-tsv.ts'

/** Languages whose data is installed with this package. */
const bundled = ['eng', 'deu'] as const

/** OCR by WebAssembly with data from installed packages: slower than the program, but always there. */
export function tesseractModule(): Ocr {
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

async function startWorker(codes: readonly string[]): Promise<Worker> {
  const { createWorker, OEM } = await import('tesseract.js')
  const languages = await Promise.all(codes.map(async code => ({ code, data: await readData(code) })))
  // The library throws what goes wrong in its thread unless there is a handler; every call rejects as well.
  return createWorker(languages, OEM.LSTM_ONLY, { cacheMethod: 'none', errorHandler: () => {} })
}

async function readData(code: string): Promise<Uint8Array> {
  const path = `@tesseract.js-data/${code}/4.0.0_best_int/${code}.traineddata.gz`
  return gunzipSync(await readFile(fileURLToPath(import.meta.resolve(path))))
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
