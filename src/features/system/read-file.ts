import { z } from 'zod'
import { type Place, type Range, writeAddress } from '../../core/addresses/address.ts'
import { findFile, generatedPath } from '../../core/addresses/find-file.ts'
import { maxReplyCharacters, takeLines } from '../../core/text/take-lines.ts'
import { defineTool } from './services.ts'

export const readFile = defineTool({
  name: 'read_file',
  title: 'Read a text file',
  description:
    'Show the contents of a text file, or a range of its lines: a module below "servers", a template, or a file inside the allowed folders. Use ingest_file for PDFs and the like.',
  asks: [
    'open a text file',
    'print some lines of a file',
    'look at source code',
    'view a script or configuration',
    'source of a generated client',
  ],
  access: 'read',
  quotesSources: true,
  pages: { of: ['content'], linkAnswer: linesAddress },
  timeoutMs: 5_000,
  failures: ['FILE_NOT_FOUND', 'FORBIDDEN_PATH', 'NOT_A_FILE', 'BINARY_FILE', 'TOO_LARGE'],
  positionals: ['path'],
  tags: ['discovery', 'files'],
  shell: {
    render: async () => (await import('./render.ts')).renderText,
  },
  input: z.object({
    path: z
      .string()
      .trim()
      .min(1, 'path must not be empty')
      .describe('A file, such as servers/typescript/documents/search.ts'),
    start_line: z.int().min(1).max(1e9).default(1).describe('First line to return, from 1'),
    end_line: z.int().min(1).max(1e9).nullable().default(null).describe('Last line to return; null: the end'),
  }),
  output: z.object({
    path: z.string().describe('The file'),
    content: z
      .string()
      .describe(`The lines with their line breaks, verbatim; at most ${maxReplyCharacters} characters`),
    start_line: z.int().describe('First line returned'),
    end_line: z.int().describe('Last line returned; start_line - 1 if there is none'),
    total_lines: z.int().describe('How many lines the file has'),
    truncated: z.boolean().describe('Whether requested lines are missing'),
    next_line: z.int().nullable().describe('First line that is missing; null at the end'),
    next_uri: z.string().nullable().describe('Address of the missing lines, for read_resource'),
  }),
  async run(context, { path, start_line, end_line }) {
    const { path: found, text } = await findFile(path, context)
    const taken = takeLines(text, { start: start_line, end: end_line })
    const asked = placeOf(found, { first: start_line, last: end_line })
    const rest = { place: asked, chars: { first: taken.content.length, last: null } }
    return { path: found, ...taken, next_uri: taken.truncated ? writeAddress(rest) : null }
  },
})

function linesAddress({ path, start_line, end_line }: Record<string, unknown>): string {
  const place = placeOf(String(path), { first: Number(start_line), last: Number(end_line) })
  return writeAddress({ place, chars: null })
}

function placeOf(path: string, lines: Range): Place {
  return { kind: generatedPath(path) === null ? 'file' : 'generated', path, lines }
}
