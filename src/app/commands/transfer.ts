import { createReadStream, createWriteStream } from 'node:fs'
import { rename, rm, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { exportCollection } from '../../core/catalog/export-collection.ts'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import { openProgressBar } from '../../core/contract/shell/progress-bar.ts'
import { importCollection } from '../../core/ingest/import-collection.ts'
import { Failure } from '../../core/model/failure.ts'
import type { App } from '../app.ts'

/** `quire export <library> <file>`: writes a library or project to a file. */
export async function exportLibrary(app: App, call: CommandCall): Promise<number> {
  const { values, terminal, signal } = call
  const { parts } = await app.open('error')
  const file = resolve(app.world.cwd, String(values.file))
  const library =
    values.project === undefined
      ? String(values.library)
      : await app.shell.collectionOf(String(values.project))
  const bar = openProgressBar(terminal)
  let documents = 0
  const progress: typeof bar.report = step => {
    documents = step.done
    bar.report(step)
  }
  const request = { collection: library, withVectors: values.vectors !== false }
  const lines = exportCollection(request, parts, { signal, progress })
  const options = { mayReplace: values.force === true, signal }
  const bytes = await writeLibraryFile(file, lines, options).finally(() => bar.close())

  const project = values.project === undefined ? {} : { project: String(values.project) }
  const report = { library, ...project, file, documents, bytes }
  if (call.wantsJson) terminal.print(JSON.stringify(report, null, 2))
  else
    terminal.print(
      `${terminal.style.good('exported')}  ${project.project ?? library} → ${file}  ${terminal.style.dim(sizeOf(report))}`,
    )
  return 0
}

function sizeOf({ documents, bytes }: { documents: number; bytes: number }): string {
  return `${documents} ${documents === 1 ? 'document' : 'documents'}, ${(bytes / 1_048_576).toFixed(1)} MB`
}

/** `quire import <file>`: reads a library or project from a file that `quire export` wrote. */
export async function importLibrary(app: App, call: CommandCall): Promise<number> {
  const { values, terminal, signal } = call
  const { parts } = await app.open('error')
  const file = resolve(app.world.cwd, String(values.file))
  const name = typeof values.library === 'string' ? values.library : null
  const bar = openProgressBar(terminal)
  const request = { open: () => readLibraryFile(file), name }
  const report = await importCollection(request, parts, { signal, progress: bar.report }).finally(() =>
    bar.close(),
  )

  const { collection, project, imported, skipped, withheld, chunks, embedded } = report
  const owner = project === null ? {} : { project }
  const counts = { library: collection, ...owner, imported, skipped, chunks, embedded }
  if (call.wantsJson)
    terminal.print(JSON.stringify({ ...counts, ...(withheld > 0 ? { withheld } : {}) }, null, 2))
  else {
    const facts = [`${skipped} already there`, `${chunks} chunks`, `${embedded} embedded here`]
    if (withheld > 0) facts.push(`${withheld} left out: credential files`)
    const place = project === null ? `library ${collection}` : `project ${project}`
    terminal.print(
      `${terminal.style.good('imported')}  ${imported} of ${imported + skipped} documents → ${place}  ${terminal.style.dim(facts.join(', '))}`,
    )
  }
  return 0
}

/** Writes lines to a compressed file, atomically. Returns its size in bytes. */
async function writeLibraryFile(
  path: string,
  lines: AsyncIterable<string>,
  options: { mayReplace: boolean; signal: AbortSignal },
): Promise<number> {
  if (!options.mayReplace && (await stat(path).catch(() => null)) !== null)
    throw new Failure('conflict', 'FILE_EXISTS', `${path} already exists.`, {
      hint: 'Choose another name, or replace it with --force.',
    })
  const partial = `${path}.partial`
  try {
    const source = Readable.from(withLineEnds(lines))
    await pipeline(source, createGzip(), createWriteStream(partial), { signal: options.signal })
    await rename(partial, path)
  } catch (error) {
    await rm(partial, { force: true })
    throw error instanceof Failure ? error : cannot('written', path, error)
  }
  return (await stat(path)).size
}

/** Yields the lines of a file that `writeLibraryFile` wrote. */
async function* readLibraryFile(path: string): AsyncGenerator<string> {
  const raw = createReadStream(path)
  const gunzip = createGunzip()
  raw.on('error', error => gunzip.destroy(error))
  try {
    for await (const line of createInterface({
      input: raw.pipe(gunzip),
      crlfDelay: Number.POSITIVE_INFINITY,
    }))
      if (line !== '') yield line
  } catch (error) {
    throw cannot('read', path, error)
  } finally {
    raw.destroy()
    gunzip.destroy()
  }
}

async function* withLineEnds(lines: AsyncIterable<string>): AsyncGenerator<string> {
  for await (const line of lines) yield `${line}\n`
}

function cannot(what: 'written' | 'read', path: string, error: unknown): Failure {
  const code = error instanceof Error && 'code' in error ? String(error.code) : String(error)
  if (code === 'ENOENT')
    return new Failure('not_found', 'FILE_NOT_FOUND', `${path} cannot be ${what}: no such file or folder.`, {
      cause: error,
    })
  if (code === 'ENOSPC' || code === 'EDQUOT')
    return new Failure('unavailable', 'DISK_FULL', `${path} cannot be ${what}: the disk is full.`, {
      hint: 'Free some space, or write to another disk.',
      cause: error,
    })
  const hint = code.startsWith('Z_')
    ? 'The file is damaged or was not written by quire export.'
    : 'Check the path and its permissions.'
  return new Failure('invalid', 'FILE_UNUSABLE', `${path} cannot be ${what}: ${code}.`, {
    hint,
    cause: error,
  })
}
