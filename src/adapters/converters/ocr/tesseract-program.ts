import { type ChildProcess, spawn } from 'node:child_process'
import { abortFailure, Failure } from '../../../core/model/failure.ts'
import { chooseLanguages, type Ocr, parseTsv } from './ocr.ts'

export type Tesseract = {
  path: string
  /** Command prefix that confines the program. */
  prefix?: readonly string[]
  /** PATH for a command without a folder. */
  searchPath?: string
  /** Called with every started process. */
  observe?: (child: ChildProcess) => void
}

/** OCR of scanned pages and pictures with an installed Tesseract, the fastest engine. Null when the program does not run. */
export async function tesseractProgram(path: string, signal: AbortSignal): Promise<Ocr | null> {
  const installed = await listLanguages({ path }, signal)
  return installed === null ? null : tesseractOcr({ path }, installed)
}

/**
 * OCR with a Tesseract that is known to run and to have these languages. The process that runs programs for converters, which
 * may start none themselves, calls this directly.
 */
export function tesseractOcr(tesseract: Tesseract, installed: readonly string[]): Ocr {
  return {
    name: 'tesseract',
    async recognise({ image, languages, dpi }, abort) {
      const { codes, warnings } = chooseLanguages(languages, installed)
      const resolution = dpi === null ? [] : ['--dpi', String(Math.round(dpi))]
      const args = ['-', '-', '-l', codes.join('+'), ...resolution, 'tsv']
      const tsv = await run(tesseract, { args, input: image }, abort)
      return { paragraphs: parseTsv(tsv), warnings }
    },
    async close() {},
  }
}

/** Lists the languages it has data for, as its own codes; null when it does not run. */
export async function listLanguages(tesseract: Tesseract, signal: AbortSignal): Promise<string[] | null> {
  try {
    const listing = await run(tesseract, { args: ['--list-langs'], input: new Uint8Array() }, signal)
    const codes = listing
      .split('\n')
      .slice(1)
      .map(line => line.trim())
      .filter(line => line !== '')
    return codes.some(code => code !== 'osd') ? codes : null
  } catch (error) {
    if (signal.aborted) throw abortFailure(signal)
    if (error instanceof Failure) return null
    throw error
  }
}

function run(
  tesseract: Tesseract,
  { args, input }: { args: readonly string[]; input: Uint8Array },
  signal: AbortSignal,
): Promise<string> {
  const { path, prefix = [], searchPath, observe } = tesseract
  return new Promise((resolve, reject) => {
    // One thread per process: several wait for each other in busy loops and slow down everything else.
    const env = { OMP_THREAD_LIMIT: '1', ...(searchPath === undefined ? {} : { PATH: searchPath }) }
    const [command = path, ...words] = [...prefix, path, ...args]
    const child = spawn(command, words, {
      stdio: ['pipe', 'pipe', 'pipe'],
      env,
      signal,
      killSignal: 'SIGKILL',
    })
    observe?.(child)
    const output: Buffer[] = []
    let complaint = ''
    child.stdout.on('data', (data: Buffer) => output.push(data))
    child.stderr.on('data', (data: Buffer) => {
      if (complaint.length < 2000) complaint += data.toString()
    })
    child.on('error', error =>
      reject(signal.aborted ? abortFailure(signal) : cannotRun(path, error.message, error)),
    )
    child.on('close', code => {
      if (code === 0) resolve(Buffer.concat(output).toString())
      else reject(cannotRun(path, complaint.trim().split('\n').at(-1) || `exit code ${code}`))
    })
    // The program may exit before it has read its input; the exit code is reported then.
    child.stdin.on('error', () => {})
    child.stdin.end(input)
  })
}

function cannotRun(path: string, reason: string, cause?: unknown): Failure {
  return new Failure('invalid', 'OCR_FAILED', `Text recognition with ${path} failed: ${reason}`, {
    hint: 'Check that the image opens in a viewer and that tesseract runs on the command line.',
    cause,
  })
}
