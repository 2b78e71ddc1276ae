import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { Failure } from '../../core/model/failure.ts'
import type { Clock } from '../../core/ports/clock.ts'
import type { Processes } from '../../core/ports/job-ledger.ts'
import type { ModelKind, ModelShelf, ModelsInUse, StagedModel } from '../../core/ports/model-shelf.ts'
import { makeFolder } from '../files/make-folder.ts'
import { localEmbedder } from './local-embedder.ts'
import { localReranker } from './local-reranker.ts'
import { readModelCard } from './model-card.ts'
import { kindOfModel, openModelFolder } from './model-folder.ts'
import { inUseName, parseModelsInUse } from './models-in-use.ts'
import { readEmbeddingModel, readRerankerModel } from './onnx.ts'
import {
  fingerprintOf,
  readRecord,
  recordName,
  recordText,
  type ShelfRecord,
  toShelved,
} from './shelf-record.ts'

export type ModelShelfOptions = {
  /** Folder of the models, `models` in the home. */
  folder: string
  /** Where the runtime is unpacked when the folder of the package is not writable. */
  cacheFolder: string
  clock: Clock
  processes: Processes
}

/** Folder of models that are being fetched. */
const stagingName = '.unfinished'

/** Each model has a folder that never changes: another export of the same model is put beside it. */
export function modelShelf(options: ModelShelfOptions): ModelShelf {
  const { folder } = options
  const useFile = join(folder, inUseName)

  async function records(): Promise<{ path: string; record: ShelfRecord }[]> {
    const names = await readdir(folder).catch(() => [])
    const paths = names.filter(name => !name.startsWith('.')).map(name => join(folder, name))
    const read = await Promise.all(paths.map(async path => ({ path, record: await readRecord(path) })))
    return read
      .flatMap(({ path, record }) => (record === null ? [] : [{ path, record }]))
      .sort(
        (one, other) =>
          compare(one.record.name, other.record.name) || compare(other.record.addedAt, one.record.addedAt),
      )
  }

  async function inUse(): Promise<ModelsInUse> {
    return parseModelsInUse(await readFile(useFile, 'utf8').catch(() => '{}'))
  }

  return {
    list: async () => (await records()).map(({ record }) => toShelved(record)),
    async find(name) {
      const found = (await records()).find(({ record }) => record.name === name)
      return found === undefined ? null : toShelved(found.record)
    },
    async verify(model, signal) {
      const found = (await records()).find(({ record }) => record.facts.id === model.id)
      if (found === undefined) throw notAdded(model.name)
      const { name, revision } = found.record
      requireSame(found.record, await recordOf(found.path, { name, revision }, options))
      await tryModel(found.record, options, signal)
    },
    stage: origin => stageModel(origin, options),
    async remove(name) {
      const gone = (await records()).filter(({ record }) => record.name === name).map(({ path }) => path)
      const staged = join(folder, stagingName)
      const unfinished = (await readdir(staged).catch(() => []))
        .filter(entry => entry.startsWith(`${folderName(name)}@`))
        .map(entry => join(staged, entry))
      for (const path of [...gone, ...unfinished]) await rm(path, { recursive: true, force: true })
      return gone.length + unfinished.length > 0
    },
    inUse,
    async use(change) {
      makeFolder(folder)
      const unfinished = `${useFile}.${randomUUID()}`
      await writeFile(unfinished, `${JSON.stringify({ ...(await inUse()), ...change }, null, 2)}\n`, {
        mode: 0o600,
      })
      await rename(unfinished, useFile)
    },
  }
}

/** Returns the record of the model that a choice names: `org/name`, or `org/name@fingerprint`. */
export async function findShelved(folder: string, choice: string): Promise<ShelfRecord> {
  const [name = '', fingerprint] = choice.split('@')
  const names = await readdir(folder).catch(() => [])
  const wanted = names.filter(entry =>
    fingerprint === undefined
      ? entry.startsWith(`${folderName(name)}@`)
      : entry === `${folderName(name)}@${fingerprint}`,
  )
  const found = (await Promise.all(wanted.map(entry => readRecord(join(folder, entry)))))
    .filter(record => record !== null)
    .sort((one, other) => compare(other.addedAt, one.addedAt))
  if (found[0] !== undefined) return found[0]
  throw notAdded(name)
}

function notAdded(name: string): Failure {
  return new Failure('not_found', 'MODEL_NOT_ADDED', `The model "${name}" is not in the home.`, {
    hint: `Fetch it with: quire model add ${name}`,
    details: { model: name },
  })
}

/** What was written about a model when it was added must be what its files say. */
function requireSame({ name, facts: added }: ShelfRecord, { facts: found }: ShelfRecord): void {
  const dimensionsOf = (facts: ShelfRecord['facts']) => ('dimensions' in facts ? facts.dimensions : null)
  const isOtherSize = dimensionsOf(added) !== dimensionsOf(found)
  if (!isOtherSize && added.id === found.id) return
  const problem = isOtherSize
    ? `it was added with ${dimensionsOf(added)} dimensions, but its files say ${dimensionsOf(found)}`
    : 'its files are not those that were added'
  throw new Failure('unavailable', 'MODEL_DAMAGED', `The model "${name}" cannot be used: ${problem}.`, {
    hint: `Remove it and add it again: quire model remove ${name}`,
    details: { model: name },
  })
}

async function stageModel(
  { name, revision }: { name: string; revision: string | null },
  options: ModelShelfOptions,
): Promise<StagedModel> {
  const path = join(options.folder, stagingName, `${folderName(name)}@${revision?.slice(0, 12) ?? 'folder'}`)
  makeFolder(path)
  const unlock = await lock(`${path}.lock`, name, options)
  const discard = () => rm(path, { recursive: true, force: true })
  return {
    path,
    inspect: () => kindOfModel(openModelFolder(path).config),
    discard,
    release: unlock,
    async shelve(signal) {
      const record = await recordOf(path, { name, revision }, options)
      await tryModel(record, options, signal)
      await writeFile(join(path, recordName), recordText(record, path), { mode: 0o600 })
      const place = join(options.folder, `${folderName(name)}@${fingerprintOf(record.facts.id)}`)
      if (existsSync(place)) await rm(place, { recursive: true, force: true })
      await rename(path, place)
      return toShelved(record)
    },
  }
}

async function recordOf(
  path: string,
  { name, revision }: { name: string; revision: string | null },
  { clock }: ModelShelfOptions,
): Promise<ShelfRecord> {
  const base = {
    version: 1,
    name,
    revision,
    license: readModelCard(path).license,
    addedAt: clock.now(),
    bytes: await sizeOf(path),
  } as const
  const kind: ModelKind = kindOfModel(openModelFolder(path).config)
  return kind === 'embedding'
    ? { ...base, kind, facts: await readEmbeddingModel(path, basename(name)) }
    : { ...base, kind, facts: await readRerankerModel(path, basename(name)) }
}

/** Runs the model once: its graph may need other inputs, or be damaged, whatever its config.json says. */
async function tryModel(
  record: ShelfRecord,
  { cacheFolder }: ModelShelfOptions,
  signal: AbortSignal,
): Promise<void> {
  const options = { threads: 1, cacheFolder }
  if (record.kind === 'reranker') {
    const reranker = localReranker(record.facts, options)
    const request = { question: 'What is tried?', texts: ['This model is tried.'], onScore: () => {} }
    return reranker.scorePairs(request, signal).finally(() => reranker.close())
  }
  const embedder = localEmbedder(record.facts, options)
  await embedder.embedQuery('This model is tried.', signal).finally(() => embedder.close())
}

/** A lock whose process has ended is taken over. */
async function lock(
  file: string,
  name: string,
  { processes: { self, mayLive } }: ModelShelfOptions,
): Promise<() => Promise<void>> {
  const holder = parseOwner(await readFile(file, 'utf8').catch(() => ''))
  if (holder !== null && holder.instance !== self.instance && !mayLive(holder))
    await rm(file, { force: true })
  try {
    await writeFile(file, JSON.stringify(self), { flag: 'wx', mode: 0o600 })
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause
    throw new Failure('conflict', 'MODEL_BUSY', `Another process is adding the model "${name}".`, {
      hint: 'Wait until it has finished.',
    })
  }
  return () => rm(file, { force: true })
}

function parseOwner(text: string): Processes['self'] | null {
  try {
    // SAFETY: only `lock` writes this file, and writes it whole; an empty or damaged one is not JSON.
    return JSON.parse(text) as Processes['self']
  } catch {
    return null
  }
}

async function sizeOf(folder: string): Promise<number> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const sizes = await Promise.all(files.map(async file => (await stat(file)).size))
  return sizes.reduce((sum, size) => sum + size, 0)
}

/** Hub ids have one slash at most; two hyphens cannot be part of an organisation's name. */
function folderName(name: string): string {
  return name.replaceAll('/', '--')
}

function compare(one: string, other: string): number {
  return one < other ? -1 : one > other ? 1 : 0
}
