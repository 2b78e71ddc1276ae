import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'

export type Text = { title: string; body: string }

/** The material of the benchmark: abstracts, and questions people asked about them, stop words included. */
export type Texts = { texts: Text[]; questions: string[][] }

const sets = ['nfcorpus', 'cranfield']

/** Null when the material is not on this machine. `questions` has one list per set. */
export async function readTexts(folder: string): Promise<Texts | null> {
  if (!sets.every(set => existsSync(join(folder, set, 'corpus.jsonl')))) return null
  const corpora = await Promise.all(sets.map(set => readLines(join(folder, set, 'corpus.jsonl'))))
  const queries = await Promise.all(sets.map(set => readLines(join(folder, set, 'queries.jsonl'))))
  return {
    texts: corpora
      .flat()
      .map(({ title, text }) => ({ title: oneLine(title), body: oneLine(text) }))
      .filter(({ title, body }) => title !== '' && body.length > 200),
    questions: queries.map(rows => rows.map(({ text }) => oneLine(text)).filter(text => text !== '')),
  }
}

async function readLines(path: string): Promise<Record<string, unknown>[]> {
  const content = await readFile(path, 'utf8')
  return content
    .split('\n')
    .filter(line => line.trim() !== '')
    .map(line => JSON.parse(line))
}

function oneLine(value: unknown): string {
  return String(value ?? '')
    .replace(/\s+/g, ' ')
    .trim()
}
