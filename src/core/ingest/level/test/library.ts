import { mkdir, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import type { TestContext } from 'node:test'
import { testProcess } from '../../../../../test/contract/world.ts'
import { readConfig } from '../../../../app/config/read-config.ts'
import { wire } from '../../../../app/wire.ts'
import type { FileReader } from '../../../ports/source-reader.ts'
import type { Parts } from '../../ingest-request.ts'
import { levelFolder } from '../level-folder.ts'
import type { LevelItem, LevelRequest } from '../level-request.ts'
import { lookAtFolder } from '../look-at-folder.ts'

/** A folder and a library in a real store. It counts which files are read and how many chunks are embedded. */
export type Library = {
  folder: string
  parts: Parts
  files: FileReader
  /** Paths of opened files, and the number of embedded chunks, since the last sync began. */
  spent: { read: string[]; embedded: number }
  write(name: string, text: string): Promise<void>
  /** Synchronizes; returns `outcome name` for each item, `moved name < from` for moved ones. */
  level(more?: Partial<LevelRequest>): Promise<string[]>
  items(more?: Partial<LevelRequest>): Promise<LevelItem[]>
  look(more?: Partial<LevelRequest>): ReturnType<typeof lookAtFolder>
  /** The stored sources in order: names below the folder, and full paths of all others. */
  held(): Promise<string[]>
  text(name: string): Promise<string>
}

/** The clock is ten seconds ahead of the files, so that none counts as just written. */
const laterMs = 10_000

export async function openLibrary(t: TestContext): Promise<Library> {
  const base = await realpath(await mkdtemp(join(tmpdir(), 'quire-level-')))
  const folder = join(base, 'folder')
  await mkdir(folder)
  const process = testProcess(folder, ['--home', join(base, 'home'), '--embedder', 'hash'])
  const wired = await wire(await readConfig(process), process, { quietLevel: 'error' })
  t.after(async () => {
    await wired.close()
    await rm(base, { recursive: true })
  })
  const spent = { read: [] as string[], embedded: 0 }
  const { embedder, store, clock } = wired.parts
  const parts: Parts = {
    ...wired.parts,
    clock: { ...clock, now: () => new Date(Date.now() + laterMs).toISOString() },
    embedder: {
      ...embedder,
      embedDocuments(texts, signal) {
        spent.embedded += texts.length
        return embedder.embedDocuments(texts, signal)
      },
    },
  }
  const services = await wired.runtime.services({})
  const files: FileReader = {
    ...services.files,
    read(path, roots, signal) {
      spent.read.push(relative(folder, path))
      return services.files.read(path, roots, signal)
    },
  }
  const request: LevelRequest = {
    collection: 'notes',
    folder,
    recursive: true,
    roots: null,
    metadata: {},
    ocrLanguages: ['en'],
    concurrency: 2,
    program: '1',
    settleMs: 0,
    retry: 'due',
    forgetVanished: false,
    isDryRun: false,
  }
  const { signal } = new AbortController()
  const library: Library = {
    folder,
    parts,
    files,
    spent,
    async write(name, text) {
      await mkdir(dirname(join(folder, name)), { recursive: true })
      await writeFile(join(folder, name), text)
    },
    async level(more) {
      const items = await library.items(more)
      return items.map(({ outcome, name, from }) => `${outcome} ${name}${from === null ? '' : ` < ${from}`}`)
    },
    async items(more) {
      spent.read.length = 0
      spent.embedded = 0
      const context = { signal, progress: () => {}, onItem: () => {}, audit: null }
      const folders = { files: library.files, memory: services.folderMemory }
      return (await levelFolder({ ...request, ...more }, { ...parts, ...folders }, context)).items
    },
    look: more =>
      lookAtFolder(
        { ...request, ...more },
        { ...parts, files: library.files, memory: services.folderMemory },
        signal,
      ),
    async held() {
      const listed = await store.listDocuments({ collections: null, limit: 1000, offset: 0 })
      return listed
        .map(({ source }) => (source.startsWith(folder) ? relative(folder, source) : source))
        .sort()
    },
    async text(name) {
      const found = await store.findDocument('notes', join(folder, name))
      return found === null ? '' : ((await store.readDocument(found.id))?.markdown.trim() ?? '')
    },
  }
  return library
}
