import { readFileSync } from 'node:fs'

/** A question about the pages of `pages.json`, and the pages that answer it; empty when none does. */
export type AnswerQuestion = { id: string; question: string; pages: string[] }

/** Files of Debian's python3-doc, as paths below its html folder. */
export const pages: readonly string[] = read('pages.json')

/** 30 questions that the pages answer and 10 that they do not; written before any tuning. */
export const answerQuestions: readonly AnswerQuestion[] = read('questions.json')

/**
 * Questions close to the subject of the pages that the pages do not answer: the hardest kind. No target is set for
 * them.
 */
export const nearQuestions: readonly AnswerQuestion[] = read('near.json')

/** 20 more of that kind, and 15 that the pages answer: used for improving the rule. */
export const nearDevelopment: readonly AnswerQuestion[] = read('near-development.json')

/** Files of Debian's debian-handbook, as paths below its en-US folder. */
export const handbookPages: readonly string[] = read('handbook-pages.json')

/**
 * 15 questions that those pages answer, 10 close to their subject and 5 far from it that they do not; written before
 * any was run.
 */
export const handbookQuestions: readonly AnswerQuestion[] = read('handbook-questions.json')

/**
 * Questions that the samples of this repository do not answer: the rule was chosen with these and
 * test/corpus/questions.json.
 */
export const unansweredBySamples: readonly { id: string; question: string }[] = read('development.json')

function read<T>(name: string): T {
  return JSON.parse(readFileSync(new URL(name, import.meta.url), 'utf8'))
}
