import type { ChildProcess } from 'node:child_process'
import { findNetworkCut } from '../../confine/confine.ts'
import { listLanguages, type Tesseract, tesseractOcr } from '../ocr/tesseract-program.ts'
import { rewritePpt, usualLibreOffice } from '../office/run-libre-office.ts'
import { type Answer, packError, type Question } from './messages.ts'

/** Runs the two programs that children need. Children may start none themselves. */
export type ProgramServer = {
  /** Whether Tesseract runs here; otherwise children use the bundled module. */
  hasTesseract(): Promise<boolean>
  /** The programs started for one conversion. */
  open(source: string): ProgramSession
}

export type ProgramSession = {
  answer(question: Question): Promise<Answer>
  /** Ids of the processes that are running. */
  pids(): number[]
  /** Ends the processes that are still running. */
  close(): void
}

/** More than any converter uses at the same time. */
const mostAtOnce = 8

/** Runs Tesseract and LibreOffice for children, without a network. */
export function servePrograms(options: {
  tesseractPath: string | null
  environment: Readonly<Record<string, string>>
}): ProgramServer {
  const { tesseractPath, environment } = options
  const findTesseract = async (): Promise<Tesseract> => ({
    path: tesseractPath ?? '',
    prefix: await findNetworkCut(),
    // Left out when empty: an empty PATH would find nothing, a missing one uses the system's default.
    ...(environment.PATH ? { searchPath: environment.PATH } : {}),
  })
  let languages: Promise<string[] | null> | null = null
  const installed = (): Promise<string[] | null> => {
    const never = new AbortController().signal
    languages ??=
      tesseractPath === null
        ? Promise.resolve(null)
        : findTesseract().then(found => listLanguages(found, never))
    return languages
  }
  return {
    hasTesseract: async () => (await installed()) !== null,
    open(source) {
      const ended = new AbortController()
      const running = new Set<ChildProcess>()
      const observe = (child: ChildProcess): void => {
        running.add(child)
        child.once('exit', () => running.delete(child)).once('error', () => running.delete(child))
      }
      let atOnce = 0
      const serve = async (question: Question): Promise<Answer> => {
        if (question.program === 'libreoffice') {
          const limits = { ...usualLibreOffice, prefix: await findNetworkCut(), environment, observe }
          return { kind: 'rewritten', bytes: await rewritePpt(question.bytes, limits, ended.signal) }
        }
        const known = await installed()
        if (known === null) throw new Error(`${tesseractPath} does not run`)
        const engine = tesseractOcr({ ...(await findTesseract()), observe }, known)
        return { kind: 'recognised', recognised: await engine.recognise(question.request, ended.signal) }
      }
      return {
        async answer(question) {
          try {
            if (atOnce >= mostAtOnce) throw new Error('too many programs at once')
            atOnce += 1
            return await serve(question)
          } catch (error) {
            return { kind: 'failed', failure: packError(error, source) }
          } finally {
            atOnce -= 1
          }
        },
        pids: () => [...running].flatMap(child => child.pid ?? []),
        close: () => ended.abort(),
      }
    },
  }
}
