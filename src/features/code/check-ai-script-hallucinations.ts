import { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { Failure } from '../../core/model/failure.ts'
import { decodeFileText } from '../../core/text/decode-text.ts'
import type { CodeGraphs } from './graph/code-graphs.ts'
import type { CodeLanguage } from './model/code.ts'
import { detailFields, detailsOnWire, problemFields, reportFields, reportOnWire } from './report-on-wire.ts'
import { defineTool, openCode, type Services } from './services.ts'

const languages = ['python', 'typescript', 'tsx', 'javascript'] as const
type ScriptLanguage = (typeof languages)[number]

export const checkAiScriptHallucinations = defineTool({
  name: 'check_ai_script_hallucinations',
  title: 'Check a script for invented code',
  description:
    'Check a Python, TypeScript or JavaScript script for imports, classes, methods, attributes and parameters that the parsed libraries do not have (requires USE_KNOWLEDGE_GRAPH=true). Returns each error with its line and what may have been meant; uses that the source alone does not decide are reported as uncertain. Go, Java and Rust are parsed but not checked. Parse the libraries first with parse_github_repository.',
  asks: [
    'does generated code use functions that exist',
    'validate a script against a library',
    'find invented functions',
    'review code written by AI',
    'are these API calls real',
  ],
  access: 'read',
  concerns: 'shared',
  timeoutMs: 60_000,
  failures: [
    'FEATURE_DISABLED',
    'SCRIPT_MISSING',
    'SCRIPT_NOT_FOUND',
    'SCRIPT_UNSUPPORTED',
    'SCRIPT_UNREADABLE',
    'FORBIDDEN_PATH',
    'CODE_FILE_TOO_LARGE',
  ],
  positionals: ['script_path'],
  tags: ['graph', 'code'],
  version: '1.1.0',
  pages: {
    of: [
      'hallucinations_detected',
      'recommendations',
      'libraries_analyzed',
      'syntax_problems',
      'validation_details.not_found_items',
      'validation_details.invalid_items',
      'validation_details.uncertain_items',
      'validation_details.valid_items',
    ],
  },
  rest: { method: 'POST', path: '/api/v1/graphiti/knowledge-graph/validate' },
  longInputs: ['script_content'],
  shell: {
    render: async () => (await import('./render.ts')).renderCheck,
  },
  input: z.object({
    script_path: z
      .string()
      .trim()
      .nullable()
      .default(null)
      .describe('Path of the script on the server, inside the allowed roots'),
    script_content: z
      .string()
      .max(3_000_000, 'must be at most 3,000,000 characters')
      .nullable()
      .default(null)
      .describe('The script itself, instead of a path'),
    language: z
      .enum(languages)
      .nullable()
      .default(null)
      .describe('Language of script_content; null: by the extension of script_path, else Python'),
    details: z.boolean().default(false).describe('Return all verdicts, not only errors'),
  }),
  output: z.object({
    success: z.boolean().describe('Always true; failures are errors'),
    script_path: z.string().nullable().describe('The script; null when only its content was given'),
    ...reportFields,
    syntax_problems: z.array(problemFields).describe('Syntax errors of the script'),
    validation_details: detailFields.optional().describe('All verdicts, with details: true'),
  }),
  async run(context, { script_path, script_content, language, details }) {
    const graphs = await openCode(context)
    const source = await readScript(context, graphs, { script_path, script_content, language })
    const checked = await graphs.check(source, context.signal)
    return {
      success: true,
      script_path,
      ...reportOnWire(checked, source.text),
      syntax_problems: [...checked.problems],
      ...(details ? { validation_details: detailsOnWire(checked) } : {}),
    }
  },
})

type ScriptInput = {
  script_path: string | null
  script_content: string | null
  language: ScriptLanguage | null
}

async function readScript(
  context: ToolContext<Services>,
  graphs: CodeGraphs,
  { script_path: path, script_content: content, language }: ScriptInput,
): Promise<{ path: string; language: CodeLanguage; text: string }> {
  if (!path && content === null)
    throw new Failure('invalid', 'SCRIPT_MISSING', 'Script path is required', {
      hint: 'Give script_path, or the script itself as script_content.',
    })
  const chosen = language ?? (path ? languageOf(path, graphs) : 'python')
  const text = content ?? (await readFile(context, path ?? ''))
  return { path: path || `script.${endings[chosen]}`, language: chosen, text }
}

const endings: Readonly<Record<ScriptLanguage, string>> = {
  python: 'py',
  typescript: 'ts',
  tsx: 'tsx',
  javascript: 'js',
}

function languageOf(path: string, graphs: CodeGraphs): ScriptLanguage {
  const language = graphs.languageOf(path)
  const known = languages.find(one => one === language)
  if (known) return known
  throw new Failure(
    'invalid',
    'SCRIPT_UNSUPPORTED',
    'Only Python (.py) files are supported, and TypeScript and JavaScript ones (.ts, .tsx, .js, .jsx and similar)',
    {
      hint: language
        ? `Scripts in ${language} are not judged: such repositories can be parsed and queried only.`
        : 'Set language if the file has another extension.',
    },
  )
}

async function readFile(
  { files, rootsFor, caller, signal }: ToolContext<Services>,
  path: string,
): Promise<string> {
  try {
    const raw = await files.read(path, rootsFor(caller), signal)
    return decodeFileText(raw.bytes, path)
  } catch (cause) {
    if (!(cause instanceof Failure) || cause.code === 'FORBIDDEN_PATH') throw cause
    if (cause.code === 'SOURCE_NOT_FOUND')
      throw new Failure('not_found', 'SCRIPT_NOT_FOUND', `Script not found: ${path}`, {
        hint: 'Paths are resolved on the server; pass the script itself as script_content.',
        cause,
      })
    const reason = cause.message.replace(/^Ingestion failed: /, '')
    throw new Failure(cause.kind, 'SCRIPT_UNREADABLE', `Cannot read script file: ${reason}`, { cause })
  }
}
