import { existsSync } from 'node:fs'
import { mkdir, readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { readConfig } from '../../../src/app/config/read-config.ts'
import { seededRandom } from '../../../src/app/eval/seeded-random.ts'
import { wire } from '../../../src/app/wire.ts'
import type { Speech } from '../../../src/features/hansard/speech.ts'
import { testProcess } from '../../contract/world.ts'
import { vectorMaker } from '../make-vectors.ts'
import { buildRecord } from './build-record.ts'

export type Library = { speeches: number; chunks: number; diskMb: number }

/** The library in this folder: as an earlier run left it, or built now. */
export async function openLibrary(
  home: string,
  speeches: readonly Speech[],
  count: number,
  note: (text: string) => void,
): Promise<Library> {
  const file = join(home, 'built.json')
  if (!existsSync(file)) {
    const library = await build(home, speeches, count, note)
    await writeFile(file, JSON.stringify(library))
    return library
  }
  const library = JSON.parse(await readFile(file, 'utf8')) as Library
  if (library.speeches === count) return library
  throw new Error(`${home} holds ${library.speeches} speeches, not ${count}: name another folder.`)
}

async function build(
  home: string,
  speeches: readonly Speech[],
  count: number,
  note: (text: string) => void,
): Promise<Library> {
  const database = join(home, 'quire.db')
  if (existsSync(database)) throw new Error(`${home} holds a library that was never finished: remove it.`)
  await mkdir(home, { recursive: true })
  const world = testProcess(home, ['--home', home])
  const wired = await wire(await readConfig(world), world, { quietLevel: 'error' })
  const { store, embedder, analyzer } = wired.parts
  const random = seededRandom(20261116)
  const texts = speeches.map(({ title, text }) => ({ title, body: text }))
  const { chunks } = await buildRecord(store, {
    speeches,
    count,
    model: { id: embedder.id, dimensions: embedder.dimensions },
    analyzer,
    random,
    makeVector: await vectorMaker(texts, embedder, random),
    onProgress: done => done % 10_000 === 0 && note(`built ${done} speeches`),
  })
  await wired.close()
  return { speeches: count, chunks, diskMb: (await stat(database)).size / 1_048_576 }
}
