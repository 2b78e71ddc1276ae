import { isAbsolute } from 'node:path'
import { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { warnings } from '../../core/contract/question-fields.ts'
import { Failure } from '../../core/model/failure.ts'
import { sha256 } from '../../core/model/identity.ts'
import { ingestItems, type KnowledgeItem, summariseItems } from './ingest-items.ts'
import type { Services } from './services.ts'
import { defineTool } from './services.ts'

export const ingestOutput = z.object({
  documents_processed: z.int().describe('Documents that are stored now, unchanged ones included'),
  chunks_created: z.int().describe('Passages written by this call'),
  errors: z
    .array(z.array(z.string()))
    .describe('One list per file, in their order: what went wrong with it; empty when nothing did'),
  results: z
    .array(
      z.object({
        file: z.string().describe('The file as it was named'),
        status: z.enum(['indexed', 'replaced', 'skipped', 'failed']).describe('What became of it'),
        document_id: z.string().nullable().describe('Id of the stored document'),
        chunks_created: z.int().describe('Passages written for it'),
      }),
    )
    .describe('One line per file, in their order'),
  removed: z.int().describe('Documents that clean_before removed'),
  status: z.enum(['done', 'running']).describe('running: still at work, call again to join'),
  job_id: z.string().optional().describe('Id of the work going on, while status is running'),
  warnings,
})

/** Beyond what is listed in the contract, what the converters read is taken too. */
export const ingestDocuments = defineTool({
  name: 'ingest_documents',
  title: 'Ingest documents',
  description:
    'Ingest documents that lie on the server into the knowledge base, where they are searchable at once. Takes absolute paths of PDF, Office, Markdown, text, HTML and audio files; unchanged ones are skipped. To upload files, use REST POST /api/v1/rag/ingest.',
  asks: [
    'add server files to the knowledge base',
    'ingest several documents',
    'load files for RAG',
    'several files by their paths on the server',
  ],
  access: 'destroy',
  idempotent: true,
  timeoutMs: 60_000,
  outlives: true,
  failures: ['FILES_NOT_ON_SERVER', 'EMBEDDING_MISMATCH'],
  positionals: ['file_paths'],
  tags: ['ingest'],
  rest: { method: 'POST', path: '/api/v1/rag/ingest' },
  input: z.object({
    file_paths: z
      .array(z.string().min(1, 'must not be empty'))
      .min(1, 'must name at least one file')
      .max(1000, 'must be at most 1,000 files')
      .describe('Absolute paths on the server, inside its allowed roots'),
    clean_before: z
      .boolean()
      .default(false)
      .describe('Remove every other document of the library "knowledge"; needs confirm'),
    confirm: z
      .string()
      .nullable()
      .default(null)
      .describe('With clean_before: the name of the library that is emptied, "knowledge"'),
    topics: z
      .array(z.string().min(1, 'must not be empty'))
      .max(50, 'must be at most 50')
      .default([])
      .describe('Topics to find the documents by'),
  }),
  output: ingestOutput,
  async run(context, { file_paths, clean_before, confirm, topics }) {
    const { library } = context.knowledge
    requireConfirmed(clean_before, confirm, library)
    const items = await findFiles(file_paths, context)
    return runIngest(context, {
      items,
      topics,
      cleanBefore: clean_before,
      input: { file_paths, clean_before, confirm, topics },
    })
  },
})

export type IngestWork = {
  items: readonly KnowledgeItem[]
  topics: readonly string[]
  cleanBefore: boolean
  /** What the tool can be called with again; null for bytes that came with the call. */
  input: { file_paths: string[]; clean_before: boolean; confirm: string | null; topics: string[] } | null
}

/** Ingests as a job that the same call joins. */
export async function runIngest(
  context: ToolContext<Services>,
  { items, topics, cleanBefore, input }: IngestWork,
): Promise<z.infer<typeof ingestOutput>> {
  const { library } = context.knowledge
  const { signal, progress, caller, correlationId, patienceMs } = context
  const names = items.map(({ name, identity }) => [name, identity])
  const result = await context.engine.jobs.run({
    key: sha256(JSON.stringify(['ingest_documents', library, names, topics, cleanBefore])),
    kind: 'ingest_documents',
    title: `Ingest ${items.length} ${items.length === 1 ? 'document' : 'documents'}`,
    collection: library,
    input: input ?? { files: items.map(({ name }) => name), clean_before: cleanBefore },
    isRepeatable: input !== null,
    caller,
    correlationId,
    patienceMs,
    signal,
    progress,
    work: job => ingestItems(context, { items, topics, cleanBefore, library }, job),
  })
  if (result.state === 'done') return result.value
  const known = summariseItems(
    items.map(({ name }) => name),
    result.items,
  )
  return { ...known, removed: 0, status: 'running', job_id: result.id, warnings: [] }
}

export function requireConfirmed(cleanBefore: boolean, confirm: string | null, library: string): void {
  if (!cleanBefore || confirm === library) return
  const problem = `must be "${library}", the library that clean_before empties`
  throw new Failure('invalid', 'INVALID_INPUT', `confirm: ${problem}`, {
    details: { fields: [{ field: 'confirm', problem }] },
  })
}

/** Paths that can be read; when none can, the files are not here and the contract says what to do instead. */
async function findFiles(paths: readonly string[], context: ToolContext<Services>): Promise<KnowledgeItem[]> {
  const { files, rootsFor, caller } = context
  const roots = rootsFor(caller)
  let readable = 0
  const items = await Promise.all(
    paths.map(async (path): Promise<KnowledgeItem> => {
      const isHere =
        isAbsolute(path) &&
        (await files.resolve(path, roots).then(
          () => true,
          () => false,
        ))
      if (isHere) readable += 1
      return {
        name: path,
        identity: path,
        origin: 'document',
        read: isHere ? signal => files.read(path, roots, signal) : () => Promise.reject(notOnServer(roots)),
      }
    }),
  )
  if (readable === 0) throw notOnServer(roots)
  return items
}

/** Worded as the contract does; the same for files that are missing and files that may not be seen. */
function notOnServer(roots: readonly string[] | null): Failure {
  const paths = 'Give absolute paths of files inside the allowed roots of the server.'
  const noRoots = 'This server opens no folder: start it with --root <folder> (or QUIRE_ROOTS).'
  return new Failure(
    'unsupported',
    'FILES_NOT_ON_SERVER',
    'File ingestion via MCP requires files to be on server. Use REST API POST /api/v1/rag/ingest for file uploads.',
    { hint: roots?.length === 0 ? noRoots : paths },
  )
}
