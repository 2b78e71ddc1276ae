import { z } from 'zod'
import { allowedRoots, generatedPath, listGenerated, noSuchModule } from '../../core/addresses/find-file.ts'
import { Failure } from '../../core/model/failure.ts'
import type { FolderEntry } from '../../core/ports/folders.ts'
import { defineTool } from './services.ts'

export const listDirectory = defineTool({
  name: 'list_directory',
  title: 'List a folder',
  description:
    'List the names of the files and folders in a folder: "servers" (typed client modules for every tool, TypeScript and Python), "templates" (n8n workflows), or one inside the allowed folders.',
  asks: [
    'what is in a folder',
    'browse files',
    'names of files in a directory',
    'show the generated modules',
  ],
  access: 'read',
  pages: { of: ['entries'], by: ['name'] },
  timeoutMs: 5_000,
  failures: ['FILE_NOT_FOUND', 'FORBIDDEN_PATH', 'NOT_A_FOLDER'],
  positionals: ['path'],
  tags: ['discovery', 'files'],
  shell: {
    render: async () => (await import('./render.ts')).renderDirectory,
  },
  input: z.object({
    path: z
      .string()
      .trim()
      .min(1, 'path must not be empty')
      .default('servers')
      .describe('A folder, such as servers/python/documents'),
    limit: z.int().min(1).max(2000).default(200).describe('Entries to return'),
    offset: z.int().min(0).max(1e9).default(0).describe('Entries to skip'),
  }),
  output: z.object({
    path: z.string().describe('The folder'),
    entries: z
      .array(
        z.object({
          name: z.string().describe('Name inside the folder'),
          kind: z.enum(['file', 'directory', 'link', 'other']).describe('Links are not followed'),
          bytes: z.int().nullable().describe('Size of a file'),
        }),
      )
      .describe('In order of name'),
    total: z.int().describe('How many entries the folder has'),
  }),
  async run(context, { path, limit, offset }) {
    const inside = generatedPath(path)
    if (inside === null)
      return context.folders.list(path, { roots: allowedRoots(context), limit, offset }, context.signal)
    const entries = entriesOf(await context.generated(), inside)
    return { path: inside, entries: entries.slice(offset, offset + limit), total: entries.length }
  },
})

function entriesOf(files: ReadonlyMap<string, string>, folder: string): FolderEntry[] {
  const entries = listGenerated(files, folder)
  if (entries !== null) return entries
  if (!files.has(folder)) throw noSuchModule(folder, 'folder')
  throw new Failure('invalid', 'NOT_A_FOLDER', `'${folder}' is not a folder.`, {
    hint: 'Use read_file for a file.',
  })
}
