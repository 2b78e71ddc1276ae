import { readFileSync } from 'node:fs'

/** Something a reader of the samples may ask, and the words that answer it. */
export type Question = {
  id: string
  question: string
  file: string
  page_label: string | null
  section: string | null
  answer: string
}

export const questions: readonly Question[] = JSON.parse(
  readFileSync(new URL('questions.json', import.meta.url), 'utf8'),
)
