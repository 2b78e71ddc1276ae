import { unpackFailure } from '../../../core/model/failure.ts'
import type { Ocr } from '../ocr/ocr.ts'
import type { RewritePpt } from '../office/ppt.ts'
import type { Answer, Question } from './messages.ts'

export type ProgramAsker = {
  ocr: Ocr
  rewritePpt: RewritePpt
  hear(id: number, answer: Answer): void
}

/** The child's side: what needs a program is asked of the parent, which alone may start any. */
export function askPrograms(send: (id: number, question: Question) => void): ProgramAsker {
  const open = new Map<number, (answer: Answer) => void>()
  let asked = 0
  const ask = async (question: Question): Promise<Exclude<Answer, { kind: 'failed' }>> => {
    asked += 1
    const id = asked
    const answer = await new Promise<Answer>(resolve => {
      open.set(id, resolve)
      send(id, question)
    })
    if (answer.kind === 'failed') throw unpackFailure(answer.failure)
    return answer
  }
  return {
    ocr: {
      name: 'tesseract',
      async recognise(request) {
        const answer = await ask({ program: 'tesseract', request })
        return answer.kind === 'recognised' ? answer.recognised : { paragraphs: [], warnings: [] }
      },
      async close() {},
    },
    async rewritePpt(bytes) {
      const answer = await ask({ program: 'libreoffice', bytes })
      return answer.kind === 'rewritten' ? answer.bytes : null
    },
    hear(id, answer) {
      open.get(id)?.(answer)
      open.delete(id)
    },
  }
}
