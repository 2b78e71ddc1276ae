import { z } from 'zod'
import type { Engine } from '../../core/engine.ts'
import { Failure, sayFailure } from '../../core/model/failure.ts'
import { currentRights } from '../../core/model/rights.ts'
import type { FileReader } from '../../core/ports/source-reader.ts'
import { defineTool } from './services.ts'

export const serverInfo = defineTool({
  name: 'server_info',
  title: 'About this server',
  description:
    'Show the state of this server: version, settings, where it keeps its data, which paths it can read.',
  asks: [
    'server status and version',
    'where is the data stored',
    'which settings and embedding model are in effect',
    'is everything set up properly',
    'why can a file or path not be read',
    'operating system and Node version',
  ],
  access: 'read',
  pages: { of: ['jobs'], by: ['job_id'] },
  timeoutMs: 5_000,
  failures: [],
  tags: ['system'],
  version: '1.1.0',
  input: z.object({
    check_path: z.string().min(1).nullable().default(null).describe('Why this path cannot be read'),
  }),
  output: z.object({
    name: z.string().describe('Name of the server'),
    version: z.string().describe('Version of the server'),
    platform: z.string().describe('Operating system and processor'),
    runtime: z.string().describe('Version of Node.js'),
    cwd: z.string().describe('Working directory: relative paths start here (admins)'),
    home: z.string().describe('Folder of settings and data (admins)'),
    store: z.string().describe('Where documents are stored; others than admins see only its kind'),
    store_state: z
      .enum(['ready', 'read-only', 'unusable'])
      .describe('read-only: search works, nothing can be stored; unusable: see store_problem'),
    store_problem: z.string().optional().describe('Why the store is unusable, and the remedy'),
    schema_version: z.int().describe('Version of the store’s layout'),
    embedding_model: z.string().describe('Model of new libraries'),
    embedding_dimensions: z.int().describe('Length of its vectors'),
    transport: z.string().describe('Surface of this call'),
    toolsets: z.array(z.string()).describe('Mounted toolsets'),
    roots: z.array(z.string()).nullable().describe('Folders that file tools may read; null: all'),
    cache: z
      .object({
        store: z.string(),
        hits: z.int(),
        misses: z.int(),
        hit_rate: z.number().nullable(),
      })
      .nullable()
      .describe('How often repeated queries were answered from the cache since the start'),
    jobs: z
      .array(
        z.object({ job_id: z.string(), done: z.number(), total: z.number().nullable(), message: z.string() }),
      )
      .describe('Running jobs'),
    note: z.string().describe('How to pass files to this server'),
    warnings: z.array(z.string()).describe('Problems with the settings, and ignored ones'),
    path_check: z
      .object({
        path: z.string().describe('The resolved path'),
        readable: z.boolean().describe('Whether it can be ingested'),
        size_bytes: z.int().optional().describe('Size, if readable'),
        error: z.string().optional().describe('Reason, if not readable'),
      })
      .optional(),
  }),
  async run(context, { check_path }) {
    const { engine, server, caller } = context
    const roots = context.rootsFor(caller)
    // Where things are on the server concerns those who run it.
    const isAdmin = currentRights().role === 'admin'
    return {
      name: server.name,
      version: server.version,
      platform: server.platform,
      runtime: server.runtime,
      cwd: isAdmin ? server.cwd : hidden,
      home: isAdmin ? server.home : hidden,
      store: isAdmin ? engine.facts.store : kindOf(engine.facts.store),
      ...(await examineStore(engine, isAdmin)),
      schema_version: engine.facts.schemaVersion,
      embedding_model: engine.facts.model,
      embedding_dimensions: engine.facts.dimensions,
      cache: cacheOnWire(engine.cacheCount(), isAdmin),
      transport: caller.surface,
      toolsets: [...server.toolsets],
      roots: roots === null ? null : [...roots],
      jobs: engine.jobs.underWay().map(({ id, progress }) => ({ job_id: id, ...progress })),
      note: noteOn(roots),
      warnings: isAdmin ? [...server.warnings] : [],
      ...(check_path === null ? {} : { path_check: await checkPath(context, check_path, roots) }),
    }
  },
})

const hidden = '(shown to admins)'

/** What is before the colon of an address. */
function kindOf(address: string): string {
  return address.split(':', 1)[0] ?? ''
}

/** Returns the problem of an unusable store instead of throwing, because this tool is used to diagnose it. */
async function examineStore(engine: Pick<Engine, 'storeAccess'>, isAdmin: boolean) {
  try {
    const access = await engine.storeAccess()
    return { store_state: access === 'read-only' ? ('read-only' as const) : ('ready' as const) }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    const problem = isAdmin ? sayFailure(error) : `${error.code}. Tell the administrator of this server.`
    return { store_state: 'unusable' as const, store_problem: problem }
  }
}

function noteOn(roots: readonly string[] | null): string {
  const instead = 'Upload other files with POST /api/v1/documents/upload, or pass text to ingest_content.'
  if (roots === null)
    return 'File tools can read any path that this process can read, except credential files.'
  if (roots.length > 0) return `File tools can only read inside roots, except credential files. ${instead}`
  return `File tools cannot read any folder: start the server with --root <folder> to allow one. ${instead}`
}

async function checkPath(
  { files, signal }: { files: FileReader; signal: AbortSignal },
  path: string,
  roots: readonly string[] | null,
) {
  try {
    const raw = await files.read(path, roots, signal)
    return { path: raw.source, readable: true, size_bytes: raw.bytes.byteLength }
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return { path, readable: false, error: error.message }
  }
}

function cacheOnWire(count: { description: string; hits: number; misses: number } | null, isAdmin: boolean) {
  if (count === null) return null
  const { description, hits, misses } = count
  const store = isAdmin ? description : kindOf(description)
  return { store, hits, misses, hit_rate: hits + misses === 0 ? null : hits / (hits + misses) }
}
