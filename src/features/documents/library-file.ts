import { createInterface } from 'node:readline'
import { Readable } from 'node:stream'
import { createGunzip } from 'node:zlib'
import { z } from 'zod'
import { invoke, type Runtime } from '../../core/contract/invoke.ts'
import type { FilesUpload } from '../../core/contract/upload.ts'
import type { Host, ProgramFacts } from '../../core/feature.ts'
import { Failure } from '../../core/model/failure.ts'
import { rowBeside } from './row-beside.ts'
import { defineTool } from './services.ts'

export const exportPath = '/api/v1/documents/libraries/{library}/file'
const importPath = '/api/v1/documents/libraries'

/** Not in the table of tools: its answer is a file. At a shell it is `quire export`. */
export const exportLibrary = defineTool({
  name: 'export_library',
  title: 'Download a library',
  description:
    'Return a library or the collection of a project as one portable file: documents, passages, vectors, corrections and kept originals.',
  access: 'read',
  timeoutMs: 30_000,
  outlives: true,
  failures: ['COLLECTION_NOT_FOUND'],
  input: z.object({ library: z.string().min(1).describe('Name of the library') }),
  output: z.object({
    name: z.string().describe('Name of the file'),
    lines: z
      .custom<AsyncIterable<string>>(value => Symbol.asyncIterator in Object(value))
      .describe('Lines of the file'),
  }),
  async run({ engine, signal }, { library }) {
    await engine.catalog.namesOf(library)
    return { name: `${library}.quire.gz`, lines: engine.transfer.write(library, signal) }
  },
})

/** Not in the table of tools: its input is a file. At a shell it is `quire import`. */
const importLibrary = defineTool({
  name: 'import_library',
  title: 'Add a library from its file',
  description: 'Store the documents of a file that was exported; those that are already there are skipped.',
  access: 'write',
  timeoutMs: 60_000,
  outlives: true,
  failures: ['FILE_UNUSABLE'],
  input: z.object({
    library: z.string().min(1).nullable().default(null).describe('Another name for the library'),
    file: z.custom<Uint8Array>(value => value instanceof Uint8Array).describe('The file'),
  }),
  output: z.object({
    library: z.string().describe('Library that holds the documents'),
    project: z.string().nullable().describe('Its project, if it is the collection of one'),
    imported: z.int().describe('Documents that are new'),
    skipped: z.int().describe('Documents that were already there'),
    chunks: z.int().describe('Passages that were stored'),
    embedded: z.int().describe('Passages whose vectors were made here'),
  }),
  async run({ engine, signal, progress }, { library, file }) {
    const request = { open: () => linesOf(file), name: library }
    const { collection, ...counts } = await engine.transfer.read(request, { signal, progress })
    const { project, imported, skipped, chunks, embedded } = counts
    return { library: collection, project, imported, skipped, chunks, embedded }
  },
})

/** Takes the file of a library as an upload. Undefined if documents cannot be added here. */
export function receiveLibrary({
  table,
  runtime,
}: Pick<ProgramFacts, 'table'> & { runtime: Runtime<Host> }): FilesUpload<Host> | undefined {
  const adding = table.find('ingest_content')
  if (adding === undefined) return undefined
  const row = rowBeside(importLibrary, adding)
  return {
    path: importPath,
    toolset: adding.toolset,
    operation: importLibrary,
    fields: { library: { type: 'string', description: 'Another name for the library' } },
    receive: ([file], { library }, call) =>
      invoke<Host>(row, { ...call, input: { library: library || null, file: file?.bytes } }, runtime),
  }
}

async function* linesOf(bytes: Uint8Array): AsyncGenerator<string> {
  const gunzip = createGunzip()
  const source = Readable.from([bytes])
  try {
    const input = source.pipe(gunzip)
    for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY }))
      if (line !== '') yield line
  } catch (cause) {
    throw new Failure('invalid', 'FILE_UNUSABLE', 'The file is no library that was exported.', {
      hint: 'Export the library again, on the page or with quire export.',
      cause,
    })
  } finally {
    source.destroy()
    gunzip.destroy()
  }
}
