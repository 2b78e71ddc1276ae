import { basename, dirname, join } from 'node:path'
import { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { optional } from '../../core/contract/json-schema.ts'
import { Failure } from '../../core/model/failure.ts'
import type { RawSource } from '../../core/model/source.ts'
import { decodeText } from '../../core/text/decode-text.ts'
import { answerSchema, warnings } from './fields.ts'
import type { ManuscriptSource } from './manuscript/read-manuscript.ts'
import { scopeFields } from './scope.ts'
import { defineTool, type Services } from './services.ts'

const text = z.string()
const span = z.array(z.int()).length(2)

const evidence = z.object({
  doc_id: text,
  citekey: text.nullable(),
  title: text,
  citation: text,
  text,
  char_span: span,
  similarity: z.number(),
  differences: z.array(z.object({ kind: text, quoted: text, found: text })),
})

const item = z.object({
  kind: z.enum(['quotation', 'citation']),
  verdict: text,
  place: text,
  char_span: span,
  quote: text.nullable(),
  citation: text.nullable(),
  message: text,
  nearest_keys: z.array(text),
  evidence: z.array(evidence),
})

export type ManuscriptItem = z.infer<typeof item>

export const verifyManuscript = defineTool({
  name: 'verify_manuscript',
  title: 'Verify a manuscript',
  description:
    'Check every quotation and citation of a paper (DOCX, Markdown, LaTeX, PDF, text) against the sources of a project. Verdicts: exact, close, wrong page, wrong source, not found, uncited, unknown citekey. Use verify_citation for one quote.',
  asks: [
    'check all quotations and citations in my paper',
    'proofread the references of a thesis draft before submission',
    'find misquotations and wrong page numbers in a Word document',
    'which quotes in this LaTeX file have no citation',
    'are all citekeys of the manuscript in the bibliography',
  ],
  access: 'write',
  idempotent: true,
  quotesSources: true,
  pages: { of: ['items'], by: ['char_span', 'kind'] },
  timeoutMs: 120_000,
  failures: ['INVALID_PROJECT', 'VALIDATION_ERROR'],
  longInputs: ['content'],
  positionals: ['path'],
  tags: ['citations', 'verify'],
  shell: {
    aliases: [
      {
        words: ['check'],
        group: 'Projects',
        summary: 'Check every quotation and citation of a manuscript',
        examples: [
          { line: 'quire check paper.docx --project thesis --annotate checked.docx', says: 'With comments' },
          { line: 'quire check paper.tex --project thesis --only-problems', says: 'What is wrong' },
        ],
      },
    ],
    render: async () => (await import('./manuscript/render-manuscript.ts')).renderManuscript,
  },
  input: z.object({
    ...scopeFields,
    path: optional(z.string().min(1)).describe('The manuscript; LaTeX may \\input files of its folder'),
    content: optional(z.string().min(1)).describe('Markdown text to check instead of a file'),
    annotate: optional(z.string().min(1)).describe(
      'Also write a copy with remarks: .docx (of a DOCX) or .html',
    ),
    overwrite: z.boolean().default(false).describe('Replace an existing copy'),
    only_problems: z.boolean().default(false).describe('Return only what is wrong'),
  }),
  output: answerSchema({
    manuscript: text.describe('Name of the file'),
    summary: z
      .object({
        quotations: z.int(),
        citations: z.int(),
        problems: z.int(),
        verdicts: z.record(text, z.int()),
      })
      .describe('Counts; problems are the items to act on'),
    items: z
      .array(item)
      .describe(
        'In order of the text: verdict, place (line, paragraph or page), and the passages of the sources as evidence',
      ),
    annotated: z
      .object({ path: text.nullable(), media_type: text, base64: text.nullable() })
      .nullable()
      .describe('The copy: its path, or its content after an upload'),
    warnings,
  }),
  async run(context, input) {
    const { checkFile } = await import('./manuscript/check-file.ts')
    const source = await sourceOf(context, input)
    return checkFile(context, input, { ...source, isUpload: false })
  },
})

async function sourceOf(
  context: ToolContext<Services>,
  { path, content }: { path?: string | undefined; content?: string | undefined },
): Promise<ManuscriptSource> {
  if ((path === undefined) === (content === undefined))
    throw new Failure('invalid', 'VALIDATION_ERROR', 'Give either path or content.', {
      hint: 'path is a file on the server; content is the text itself, as Markdown.',
      details: { fields: ['path', 'content'] },
    })
  if (path === undefined) return { raw: rawText(content ?? ''), readBeside: async () => null }
  const { files, rootsFor, caller, signal } = context
  const raw = await files.read(path, rootsFor(caller), signal)
  const folder = dirname(raw.source)
  return {
    raw,
    // Confined to the folder of the manuscript, which is inside the caller's roots.
    readBeside: name =>
      files.read(join(folder, name), [folder], signal).then(
        file => decodeText(file).text,
        (error: unknown) => {
          if (error instanceof Failure && error.kind !== 'cancelled' && error.kind !== 'timeout') return null
          throw error
        },
      ),
  }
}

function rawText(content: string): RawSource {
  const name = 'content.md'
  const bytes = new TextEncoder().encode(content)
  return {
    source: name,
    name: basename(name),
    bytes,
    mediaType: null,
    charset: 'utf-8',
    lastModified: null,
    fileType: null,
  }
}
