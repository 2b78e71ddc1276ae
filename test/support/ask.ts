import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { spawnQuire } from '../e2e/cli/spawn-quire.ts'

// biome-ignore lint/suspicious/noExplicitAny: answers are checked field by field by the tests that read them
export type Value = any

/** Runs a command and parses its output. */
export async function ask(t: TestContext, home: string, ...argv: string[]): Promise<Value> {
  const quire = spawnQuire(t, [...argv, '--json'], { home })
  await quire.ended
  return JSON.parse(quire.stdout())
}

/** Writes a folder of small notes to the home. */
export async function writeNotes(home: string, count: number): Promise<string> {
  const folder = join(home, 'notes')
  await mkdir(folder)
  for (let index = 0; index < count; index++)
    await writeFile(join(folder, `${index}.md`), `# Note ${index}\n\nWhat note ${index} says.`)
  return folder
}

/** Returns the time at which each document was stored, by source. */
export async function storedDocuments(t: TestContext, home: string): Promise<Map<string, string>> {
  const { documents } = await ask(t, home, 'list', '--limit', '1000')
  return new Map(documents.map((row: Value) => [row.source, `${row.doc_id} ${row.created_at}`]))
}
