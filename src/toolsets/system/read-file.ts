import { z } from 'zod'
import { defineTool } from '../define-tool.ts'
import { allowedRoots } from './allowed-roots.ts'
import { decodeText } from './decode-text.ts'
import { generatedPath, noSuchModule } from './generated-tree.ts'
import { maxReplyCharacters, takeLines } from './take-lines.ts'

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read a text file',
  description:
    'Return the text of a file, or a range of its lines: a generated module below "servers", a template, or a file inside the allowed folders. Only text; ingest_file is for PDFs and the like.',
  asks: [
    'open a file',
    'print a text file',
    'look at source code',
    'read some lines',
    'view a script or configuration',
    'contents of a module',
    'source of a generated client',
  ],
  access: 'read',
  pages: { of: ['content'] },
  timeoutMs: 5_000,
  failures: ['FILE_NOT_FOUND', 'FORBIDDEN_PATH', 'NOT_A_FILE', 'BINARY_FILE', 'TOO_LARGE'],
  positionals: ['path'],
  tags: ['discovery', 'files'],
  input: z.object({
    path: z
      .string()
      .trim()
      .min(1, 'path must not be empty')
      .describe('A file, such as servers/typescript/documents/search.ts'),
    start_line: z.int().min(1).default(1).describe('First line to return, from 1'),
    end_line: z.int().min(1).nullable().default(null).describe('Last line to return; null goes to the end'),
  }),
  output: z.object({
    path: z.string().describe('The file'),
    content: z.string().describe(`The lines, at most ${maxReplyCharacters} characters of them`),
    start_line: z.int().describe('First line returned'),
    end_line: z.int().describe('Last line returned; one less than start_line when there is none'),
    total_lines: z.int().describe('How many lines the file has'),
    truncated: z.boolean().describe('Whether lines that were asked for are missing'),
    next_line: z.int().nullable().describe('Where to go on; null at the end'),
  }),
  async run(context, { path, start_line, end_line }) {
    const { path: found, text } = await find(context, path)
    return { path: found, ...takeLines(text, start_line, end_line) }
  },
})

type Context = Parameters<typeof readFile.run>[0]

async function find(context: Context, path: string): Promise<{ path: string; text: string }> {
  const inside = generatedPath(path)
  if (inside !== null) {
    const text = (await context.generated()).get(inside)
    if (text === undefined) throw noSuchModule(path, 'file')
    return { path: inside, text }
  }
  const file = await context.folders.read(path, allowedRoots(context), context.signal)
  return { path: file.path, text: decodeText(file.bytes, path) }
}
