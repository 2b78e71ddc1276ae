import { readFileSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

/** Writes the files that a page of the docs shows: code blocks whose first line is a comment with the file's name. */
export async function writeDocFiles(page: string, folder: string): Promise<string[]> {
  const text = readFileSync(new URL(`../../docs/${page}`, import.meta.url), 'utf8')
  const blocks = text.matchAll(/^```\w+\n\/\/ ([\w.-]+)\n([\s\S]*?)^```$/gm)
  const files = [...blocks].map(([, name = '', content = '']) => ({ name, content }))
  await mkdir(folder, { recursive: true })
  for (const { name, content } of files) await writeFile(join(folder, name), content)
  return files.map(({ name }) => name)
}
