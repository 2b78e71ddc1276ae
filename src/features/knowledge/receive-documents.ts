import { basename } from 'node:path'
import { invoke, type Runtime } from '../../core/contract/invoke.ts'
import type { ToolRow } from '../../core/contract/tool-table.ts'
import type { FilesUpload, UploadedFile } from '../../core/contract/upload.ts'
import type { Host, ProgramFacts } from '../../core/feature.ts'
import { sha256InTurns } from '../../core/model/identity.ts'
import { requireConfirmed, runIngest } from './ingest-documents.ts'
import type { KnowledgeItem } from './ingest-items.ts'
import type { Services } from './services.ts'

/** Handles uploads into the knowledge base. Returns undefined when its tools are not mounted. */
export function receiveDocuments({
  table,
  runtime,
}: Pick<ProgramFacts, 'table'> & { runtime: Runtime<Host> }): FilesUpload<Host> | undefined {
  const row = table.find('ingest_documents')
  const address = [row?.tool.rest ?? []].flat()[0]
  if (row === undefined || address === undefined) return undefined
  return {
    path: address.path,
    toolset: row.toolset,
    fields: formFields,
    receive(files, fields, call) {
      const input = {
        file_paths: files.map(({ name }) => name),
        clean_before: booleanOf(fields.clean_before),
        confirm: fields.confirm ?? null,
        topics: (fields.topics ?? '').split(',').flatMap(topic => topic.trim() || []),
      }
      return invoke<Host>(uploadRow(row, files), { ...call, input }, runtime)
    },
  }
}

const formFields = {
  clean_before: { type: 'boolean', default: false, description: 'Remove everything else of the library' },
  confirm: { type: 'string', description: 'The name of the library; required with clean_before' },
  topics: { type: 'string', description: 'Topics of the files, separated by commas' },
} as const

/** Any other text is returned unchanged, so that the schema of the tool rejects it. */
function booleanOf(text = 'false'): boolean | string {
  return text === 'true' || text === 'false' ? text === 'true' : text
}

/** `ingest_documents` with the uploaded bytes, so that limits, errors and logging are the same. */
function uploadRow(row: ToolRow<Host>, files: readonly UploadedFile[]): ToolRow<Services> {
  return {
    ...row,
    tool: {
      ...row.tool,
      name: 'upload',
      async run(context, input) {
        // SAFETY: invoke has parsed it with the schema of ingest_documents.
        const asked = input as { clean_before: boolean; confirm: string | null; topics: string[] }
        requireConfirmed(asked.clean_before, asked.confirm, context.knowledge.library)
        const items: KnowledgeItem[] = []
        for (const file of files) items.push(await toKnowledgeItem(file))
        return runIngest(context, {
          items,
          topics: asked.topics,
          cleanBefore: asked.clean_before,
          input: null,
        })
      },
    },
  }
}

async function toKnowledgeItem({ name, bytes, mediaType }: UploadedFile): Promise<KnowledgeItem> {
  const label = basename(name.replaceAll('\\', '/'))
  const type = mediaType.split(';')[0]?.trim() || null
  return {
    name: label,
    identity: await sha256InTurns(bytes),
    origin: 'upload',
    original: bytes,
    read: async () => ({
      source: label,
      name: label,
      bytes,
      mediaType: type === 'application/octet-stream' ? null : type,
      charset: null,
      lastModified: null,
      fileType: null,
    }),
  }
}
