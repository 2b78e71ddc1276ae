import { spawn } from 'node:child_process'
import { abortFailure, Failure } from '../../../model/failure.ts'
import { chooseLanguages } from './languages.ts'
import type { Ocr } from './ocr.ts'
import { parseTsv } from './parse-tsv.ts'

/** OCR by an installed Tesseract: the fastest way. Null when the program does not run. */
export async function tesseractProgram(path: string, signal: AbortSignal): Promise<Ocr | null> {
  const installed = await listLanguages(path, signal)
  if (installed === null) return null
  return {
    name: 'tesseract',
    async recognise({ image, languages, dpi }, abort) {
      const { codes, warnings } = chooseLanguages(languages, installed)
      const resolution = dpi === null ? [] : ['--dpi', String(Math.round(dpi))]
      const tsv = await run(path, ['-', '-', '-l', codes.join('+'), ...resolution, 'tsv'], image, abort)
      return { paragraphs: parseTsv(tsv), warnings }
    },
    async close() {},
  }
}

async function listLanguages(path: string, signal: AbortSignal): Promise<string[] | null> {
  try {
    const listing = await run(path, ['--list-langs'], new Uint8Array(), signal)
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

function run(path: string, args: readonly string[], input: Uint8Array, signal: AbortSignal): Promise<string> {
  return new Promise((resolve, reject) => {
    // One thread each: its threads wait for each other in busy loops and slow everything else down.
    const env = { OMP_THREAD_LIMIT: '1' }
    const child = spawn(path, args, { stdio: ['pipe', 'pipe', 'pipe'], env, signal, killSignal: 'SIGKILL' })
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
    // It may end before it has read everything; its exit code says why.
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
