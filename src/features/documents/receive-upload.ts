import { basename } from 'node:path'
import { invoke, type Runtime } from '../../core/contract/invoke.ts'
import type { ToolRow } from '../../core/contract/tool-table.ts'
import type { Upload, UploadedFile } from '../../core/contract/upload.ts'
import type { Host, ProgramFacts } from '../../core/feature.ts'
import { sha256InTurns } from '../../core/model/identity.ts'
import { ingestOne } from './ingest-one.ts'
import type { Services } from './services.ts'

/** Uploads are ingested like files, under their own name; undefined when the tool for files is not mounted. */
export function receiveUpload({
  table,
  runtime,
}: Pick<ProgramFacts, 'table'> & { runtime: Runtime<Host> }): Upload<Host> | undefined {
  const row = table.find('ingest_file')
  if (row === undefined) return undefined
  return {
    toolset: row.toolset,
    receive: (file, { library, metadata }, call) => {
      const input = { path: file.name, metadata, ...(library === null ? {} : { library }) }
      return invoke<Host>(uploadRow(row, file), { ...call, input }, runtime)
    },
  }
}

/** `ingest_file` with bytes that have arrived already, so that limits, wording and logging are the same. */
function uploadRow(row: ToolRow<Host>, file: UploadedFile): ToolRow<Services> {
  const name = basename(file.name.replaceAll('\\', '/'))
  const mediaType = file.mediaType.split(';')[0]?.trim() || null
  return {
    ...row,
    tool: {
      ...row.tool,
      name: 'upload',
      run: async (context, { library, metadata }) =>
        ingestOne(context, {
          kind: 'upload',
          label: name,
          identity: await sha256InTurns(file.bytes),
          input: null,
          library: String(library),
          // SAFETY: invoke has parsed it with the schema of ingest_file.
          metadata: metadata as Parameters<typeof ingestOne>[1]['metadata'],
          password: null,
          ocrLanguages: null,
          read: async () => ({
            source: name,
            name,
            bytes: file.bytes,
            mediaType: mediaType === 'application/octet-stream' ? null : mediaType,
            charset: null,
            lastModified: null,
            fileType: null,
          }),
        }),
    },
  }
}
