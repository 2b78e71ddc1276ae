import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { copyFile, mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, relative, resolve, sep } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { backUpStore, restoreStore } from '../../adapters/stores/index.ts'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import { type BackupFile, type BackupManifest, backupFormat, backupVersion } from '../../core/model/backup.ts'
import { Failure, throwIfAborted } from '../../core/model/failure.ts'
import type { App } from '../app.ts'
import { systemClock } from '../clock.ts'
import type { Config } from '../config/load-config.ts'
import { storeUrl } from '../open-engine-parts.ts'
import { describeBucket } from '../open-originals.ts'

const manifestName = 'backup.json'
const storeFolder = 'store'
const homeFolder = 'home'
/** What a home holds beside the database that belongs to the documents. A database server holds these itself. */
const homeParts = ['originals', 'audit', 'folders']

/** `quire backup <folder>`: writes a copy of the store, and of the files that belong to its documents. */
export async function backUp(
  app: App,
  { values, terminal, wantsJson, signal }: CommandCall,
): Promise<number> {
  const config = await app.config()
  const folder = resolve(app.world.cwd, String(values.folder))
  if ((await stat(folder).catch(() => null)) !== null)
    throw new Failure('conflict', 'FILE_EXISTS', `${folder} already exists.`, {
      hint: 'Choose another folder.',
    })
  const partial = `${folder}.partial`
  await rm(partial, { recursive: true, force: true })
  try {
    await mkdir(join(partial, storeFolder), { recursive: true, mode: 0o700 })
    const options = { clock: systemClock, signal }
    const copyHome = async () => {
      for (const name of homeParts)
        await copyFolder(join(config.values.home, name), join(partial, homeFolder, name), signal)
    }
    // A file is kept before its document is stored, and removed after it: those of the copied documents are there before
    // the database is copied or after it.
    await copyHome()
    const { kind, details } = await backUpStore(storeUrl(config.values), join(partial, storeFolder), options)
    await copyHome()
    const files = await listFiles(partial, signal)
    const bucket = sayBucket(config)
    const manifest: BackupManifest = {
      format: backupFormat,
      version: backupVersion,
      kind,
      made_at: systemClock.now(),
      program: app.world.version,
      ...(bucket === null ? {} : { bucket }),
      store: details,
      files,
    }
    await writeFile(join(partial, manifestName), `${JSON.stringify(manifest, null, 1)}\n`, { mode: 0o600 })
    await rename(partial, folder)
    const bytes = files.reduce((sum, file) => sum + file.bytes, 0)
    const report = {
      folder,
      kind,
      files: files.length,
      bytes,
      ...(bucket === null ? {} : { not_in_it: bucket }),
    }
    terminal.print(
      wantsJson
        ? JSON.stringify(report, null, 2)
        : `${terminal.style.good('backed up')}  ${folder}  ${terminal.style.dim(`${kind}, ${sizeOf(bytes)}`)}`,
    )
    if (bucket !== null && !wantsJson)
      terminal.note(
        `${terminal.noteStyle.warn('warning:')} uploaded files that are kept in ${bucket} are not in it: back up the bucket, after this command.`,
      )
    return 0
  } catch (error) {
    await rm(partial, { recursive: true, force: true })
    throw error
  }
}

/** `quire restore <folder>`: restores a backup into an empty home or database. */
export async function restore(
  app: App,
  { values, terminal, wantsJson, signal }: CommandCall,
): Promise<number> {
  const config = await app.config()
  const folder = resolve(app.world.cwd, String(values.folder))
  const manifest = await readManifest(folder)
  await verifyFiles(folder, manifest, signal)
  const { kind, store: details } = manifest
  const backup = { kind, folder: join(folder, storeFolder), details }
  await restoreStore(storeUrl(config.values), backup, { clock: systemClock, signal })
  for (const name of homeParts)
    await copyFolder(join(folder, homeFolder, name), join(config.values.home, name), signal)
  const { engine } = await app.open('error')
  const [check, collections] = await Promise.all([
    engine.check(signal),
    engine.catalog.listCollections({ includeIsolated: true }),
  ])
  const documents = collections.reduce((sum, collection) => sum + collection.documents, 0)
  const report = { folder, made_at: manifest.made_at, documents, problems: check.problems }
  if (wantsJson) terminal.print(JSON.stringify(report, null, 2))
  else {
    terminal.print(
      `${terminal.style.good('restored')}  ${documents} documents, as of ${manifest.made_at}  ${terminal.style.dim(check.ok ? 'the store is sound' : '')}`,
    )
    if (manifest.bucket !== undefined && manifest.bucket !== sayBucket(config))
      terminal.note(
        `${terminal.noteStyle.warn('warning:')} uploaded files were kept in ${manifest.bucket}, which the settings do not name: originals.bucket, originals.endpoint.`,
      )
    for (const problem of check.problems) terminal.print(`${terminal.style.bad('problem')}  ${problem}`)
  }
  return check.ok ? 0 : 1
}

/** The bucket of kept files, without secrets; null when there is none. */
function sayBucket({ values }: Config): string | null {
  const bucket = describeBucket(values)
  return bucket === null ? null : `s3://${bucket.name}/${bucket.prefix} at ${bucket.endpoint}`
}

/** Copies the files that are not there yet. One that is removed meanwhile is left out: its document is removed too. */
async function copyFolder(from: string, to: string, signal: AbortSignal): Promise<void> {
  const entries = await readdir(from, { recursive: true, withFileTypes: true }).catch(ignoreMissing)
  for (const entry of entries ?? []) {
    throwIfAborted(signal)
    if (!entry.isFile()) continue
    const path = join(entry.parentPath, entry.name)
    const target = join(to, relative(from, path))
    if ((await stat(target).catch(() => null)) !== null) continue
    await mkdir(dirname(target), { recursive: true, mode: 0o700 })
    await copyFile(path, target).catch(ignoreMissing)
  }
}

function ignoreMissing(error: NodeJS.ErrnoException): null {
  if (error.code === 'ENOENT') return null
  throw error
}

async function listFiles(folder: string, signal: AbortSignal): Promise<BackupFile[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = entries.filter(entry => entry.isFile()).map(entry => join(entry.parentPath, entry.name))
  const files: BackupFile[] = []
  for (const path of paths.toSorted()) {
    throwIfAborted(signal)
    const { size } = await stat(path)
    files.push({
      path: relative(folder, path).split(sep).join('/'),
      bytes: size,
      sha256: await hashFile(path, signal),
    })
  }
  return files
}

async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(path), hash, { signal })
  return hash.digest('hex')
}

async function readManifest(folder: string): Promise<BackupManifest> {
  const text = await readFile(join(folder, manifestName), 'utf8').catch(() => null)
  if (text === null) throw damaged(folder, `it has no ${manifestName}`)
  const manifest = parseJson(text)
  if (manifest?.format !== backupFormat || !Array.isArray(manifest.files))
    throw damaged(folder, 'it was not written by quire backup')
  if (manifest.version !== backupVersion)
    throw new Failure('unsupported', 'BACKUP_TOO_NEW', `The backup has the version ${manifest.version}.`, {
      hint: 'Update quire.',
    })
  // SAFETY: the format and the version say that `backUp` wrote it.
  return manifest as BackupManifest
}

function parseJson(text: string): Partial<BackupManifest> | null {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}

async function verifyFiles(folder: string, { files }: BackupManifest, signal: AbortSignal): Promise<void> {
  for (const { path, bytes, sha256 } of files) {
    throwIfAborted(signal)
    const full = resolve(folder, path)
    if (!full.startsWith(`${folder}${sep}`)) throw damaged(folder, `"${path}" is outside of it`)
    const facts = await stat(full).catch(() => null)
    if (facts === null) throw damaged(folder, `${path} is missing`)
    if (facts.size !== bytes || (await hashFile(full, signal)) !== sha256)
      throw damaged(folder, `${path} was changed`)
  }
}

function damaged(folder: string, reason: string): Failure {
  return new Failure('invalid', 'BACKUP_UNUSABLE', `${folder} cannot be restored: ${reason}.`, {
    hint: 'Use another backup. Nothing was changed.',
  })
}

function sizeOf(bytes: number): string {
  return `${(bytes / 1_048_576).toFixed(1)} MB`
}
