import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import type { TestContext } from 'node:test'
import { fileReader } from '../../../../adapters/sources/file-reader.ts'
import type { ItemSelection } from '../../../../core/ports/reference-library.ts'
import { type BuiltLibrary, buildLibrary } from '../../test/corpus/build-library.ts'
import type { ZoteroVersion } from '../../test/corpus/schema.ts'
import { type ZoteroDatabaseOptions, zoteroDatabase } from '../zotero-database.ts'

export const idle = new AbortController().signal
export const files = fileReader({ home: '/', workingDirectory: '/', maxBytes: 1e6 })
export const everything: ItemSelection = {
  collection: null,
  includeSubcollections: true,
  includeTags: [],
  excludeTags: [],
}

export function makeFolder(context: TestContext): string {
  const folder = mkdtempSync(join(tmpdir(), 'quire-zotero-test-'))
  context.after(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

export function build(
  context: TestContext,
  options: { version?: ZoteroVersion; journal?: 'wal' | 'delete' } = {},
): BuiltLibrary & { folder: string } {
  const folder = makeFolder(context)
  const built = buildLibrary(folder, options)
  context.after(() => {
    if (built.writer.database.isOpen) built.writer.close()
  })
  return { ...built, folder }
}

export async function open(
  context: TestContext,
  built: BuiltLibrary,
  options: Partial<ZoteroDatabaseOptions> = {},
) {
  const temporaryFolder = makeFolder(context)
  const library = await zoteroDatabase({ ...built, files, temporaryFolder, ...options }, idle)
  context.after(() => library.close())
  return { library, temporaryFolder }
}

export const keysOf = (items: readonly { key: string }[]) => items.map(({ key }) => key)

export function textFile(
  folder: string,
  text = 'I am no database, but long enough to look like one. '.repeat(100),
): string {
  const path = join(folder, 'text.sqlite')
  writeFileSync(path, text)
  return path
}

export function otherDatabase(folder: string, sql: string): string {
  const path = join(folder, 'other.sqlite')
  const database = new DatabaseSync(path)
  database.exec(sql)
  database.close()
  return path
}
