import type { Draft, Section } from './draft.ts'

export type AnswerPairs = {
  /** Id of an answer → id of its question. */
  answerTo: Map<string, string>
  /** Id of a question → id of its first answer. */
  answeredBy: Map<string, string>
}

/** An answer belongs to the last question before it under the same heading. */
export function pairAnswers(entries: readonly { draft: Draft; id: string }[]): AnswerPairs {
  const answerTo = new Map<string, string>()
  const answeredBy = new Map<string, string>()
  let last: { id: string; heading: Section | undefined } | null = null
  for (const { draft, id } of entries) {
    const heading = draft.sections.at(-1)
    if (draft.kind === 'question') last = { id, heading }
    if (draft.kind !== 'answer' || last === null || last.heading !== heading) continue
    answerTo.set(id, last.id)
    if (!answeredBy.has(last.id)) answeredBy.set(last.id, id)
  }
  return { answerTo, answeredBy }
}
