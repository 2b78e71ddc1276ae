import { isAbsolute } from 'node:path'
import { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { warnings } from '../../core/contract/question-fields.ts'
import { Failure } from '../../core/model/failure.ts'
import { sha256 } from '../../core/model/identity.ts'
import { ingestItems, type KnowledgeItem, summariseItems } from './ingest-items.ts'
import { defineTool, type Services } from './services.ts'

export const ingestOutput = z.object({
  documents_processed: z.int().describe('Documents that are stored, including unchanged ones'),
  chunks_created: z.int().describe('Passages written by this call'),
  errors: z
    .array(z.array(z.string()))
    .describe('One list of errors per file, in the order of the files; empty without errors'),
  results: z
    .array(
      z.object({
        file: z.string().describe('The file name from the input'),
        status: z.enum(['indexed', 'replaced', 'skipped', 'failed']).describe('Outcome'),
        document_id: z.string().nullable().describe('Id of the stored document'),
        chunks_created: z.int().describe('Passages written for it'),
      }),
    )
    .describe('One entry per file, in the order of the files'),
  removed: z.int().describe('Documents that clean_before removed'),
  status: z.enum(['done', 'running']).describe('running: not finished, repeat the call to join'),
  job_id: z.string().optional().describe('Id of the job while status is running'),
  warnings,
})

/** Accepts all formats that the converters read, beyond those that the contract lists. */
export const ingestDocuments = defineTool({
  name: 'ingest_documents',
  title: 'Ingest documents',
  description:
    'Ingest files on the server into the knowledge base, where they are searchable at once. Takes absolute paths of PDF, Office, Markdown, text, HTML and audio files; skips unchanged ones. To upload files, use REST POST /api/v1/rag/ingest.',
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
      .describe('Required with clean_before: the name of the library, "knowledge"'),
    topics: z
      .array(z.string().min(1, 'must not be empty'))
      .max(50, 'must be at most 50')
      .default([])
      .describe('Topics to filter the documents by'),
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
  /** The input to repeat the call with; null for uploaded bytes. */
  input: { file_paths: string[]; clean_before: boolean; confirm: string | null; topics: string[] } | null
}

/** Ingests as a job. The same call joins a running job. */
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

/** Returns the files to ingest. Throws FILES_NOT_ON_SERVER when none of them can be read. */
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

/** The message is worded by the contract. It is the same for missing and for forbidden files. */
function notOnServer(roots: readonly string[] | null): Failure {
  const paths = 'Give absolute paths of files inside the allowed roots of the server.'
  const noRoots = 'This server has no readable folder: start it with --root <folder> (or QUIRE_ROOTS).'
  return new Failure(
    'unsupported',
    'FILES_NOT_ON_SERVER',
    'File ingestion via MCP requires files to be on server. Use REST API POST /api/v1/rag/ingest for file uploads.',
    { hint: roots?.length === 0 ? noRoots : paths },
  )
}
