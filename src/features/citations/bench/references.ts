/**
 * Reads every references file of a folder and compares the result with a count made without our parsers.
 *
 * Usage: npm run measure -- references [folder] [--only <part of a path>] [--show]
 */

import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { parseDocument } from 'yaml'
import { Failure } from '../../../core/model/failure.ts'
import { nameOf, type Reference } from '../../../core/model/reference.ts'
import { referenceReader } from '../references/reference-reader.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { only: { type: 'string' }, show: { type: 'boolean' } },
})
const folder = resolve(
  positionals[0] ?? join(import.meta.dirname, '../../../../../shared/data/zotero/export'),
)

async function main(): Promise<void> {
  if (!existsSync(folder)) return console.log(`skipped: there is no folder ${folder}`)
  const total = { files: 0, kept: 0, refused: 0, counted: 0, differing: 0 }
  console.log('file | format | kept | refused | counted | keys generated | notes')
  for (const path of listFiles()) {
    if (values.only !== undefined && !path.includes(values.only)) continue
    const text = readFileSync(join(folder, path), 'utf8')
    const counted = countEntries(text)
    total.files += 1
    total.counted += counted
    try {
      const { format, references, refused, warnings } = await read(join(folder, path))
      total.kept += references.length
      total.refused += refused.length
      const differs = references.length + refused.length !== counted
      total.differing += differs ? 1 : 0
      const generated = references.filter(reference => reference.isCitekeyGenerated).length
      const notes = [
        differs ? 'COUNTS DIFFER' : '',
        ...refused.map(({ line, entry, reason }) => `line ${line} ${entry}: ${reason}`),
        ...warnings,
      ]
      console.log(
        [
          path,
          format,
          references.length,
          refused.length,
          counted,
          generated,
          notes.filter(Boolean).join(' '),
        ].join(' | '),
      )
      if (values.show) for (const reference of references) console.log(`    ${describe(reference)}`)
    } catch (error) {
      if (!(error instanceof Failure)) throw error
      console.log([path, error.code, 0, 0, counted, 0, error.message].join(' | '))
      total.differing += counted > 0 ? 1 : 0
    }
  }
  console.log(JSON.stringify(total))
}

function listFiles(): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter(entry => entry.isFile())
    .map(entry => join(entry.parentPath, entry.name).slice(folder.length + 1))
    .sort()
}

function read(path: string) {
  const raw = {
    source: path,
    name: basename(path),
    bytes: readFileSync(path),
    mediaType: null,
    charset: null,
  }
  return referenceReader().read({ ...raw, lastModified: null, fileType: null }, new AbortController().signal)
}

/** Counts entries by the simplest method for each format. */
function countEntries(text: string): number {
  if (/^\s*[[{]/.test(text)) {
    const file: unknown = JSON.parse(text)
    // SAFETY: JSON exports are a list or an object with items; anything else throws below.
    const list = Array.isArray(file) ? file : (file as { items: unknown[] }).items
    return list.length
  }
  if (/^(?:---\s*\n)?(?:references:|- )/.test(text)) {
    const file: unknown = parseDocument(text).toJS()
    // SAFETY: YAML exports are a list or an object with references; anything else throws here.
    return Array.isArray(file) ? file.length : (file as { references: unknown[] }).references.length
  }
  const entries = text.match(/^\s*@\w+\s*[{(]/gm) ?? []
  return entries.filter(entry => !/@(?:comment|string|preamble)/i.test(entry)).length
}

function describe(reference: Reference): string {
  const {
    citekey,
    type,
    title,
    authors,
    editors,
    issued,
    container,
    pages,
    doi,
    language,
    tags,
    collections,
    files,
  } = reference
  const date = [issued?.year, issued?.month, issued?.day].filter(part => part != null).join('-')
  const names = `${authors.map(nameOf).join('; ')}${editors.length > 0 ? ` | eds ${editors.map(nameOf).join('; ')}` : ''}`
  return [
    citekey,
    type,
    names,
    date,
    title,
    container,
    pages,
    doi,
    language,
    tags.join(', '),
    collections.join(', '),
    files.join(', '),
  ].join(' ¦ ')
}

await main()
