import type { Ocr } from './ocr.ts'
import { tesseractModule } from './tesseract-module.ts'
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
