import { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { JobContext } from '../../core/jobs/job-request.ts'
import { sha256 } from '../../core/model/identity.ts'
import type { CodeGraphs } from './graph/code-graphs.ts'
import type { ParseReport } from './graph/update-repository.ts'
import { accessOf, defineTool, openCode, type Services } from './services.ts'

const output = z.object({
  success: z.boolean().describe('Whether the graph is complete, or being built'),
  repo_url: z.string().describe('The address as given'),
  repo_name: z.string().describe('Its name in the graph, with its owner'),
  message: z.string().describe('What was done'),
  statistics: z
    .object({
      repository: z.string().describe('Its name in the graph'),
      files_processed: z.int().describe('Files in the graph'),
      classes_created: z.int().describe('Classes, interfaces and enumerations'),
      methods_created: z.int().describe('Methods, including constructors'),
      functions_created: z.int().describe('Functions'),
      attributes_created: z.int().describe('Attributes, fields and module variables'),
      sample_modules: z.array(z.string()).describe('The first few modules'),
      files_changed: z.int().describe('New and changed files, which were parsed'),
      files_unchanged: z.int().describe('Files kept from the previous graph'),
      files_removed: z.int().describe('Files that no longer exist'),
      nodes: z.int().describe('Nodes of the graph'),
      edges: z.int().describe('Edges of the graph'),
      revision: z.string().nullable().describe('The commit; null for a folder'),
    })
    .nullable()
    .describe('Contents of the graph; null while it is being built'),
  ready_for_validation: z.boolean().describe('Whether scripts can be checked against it'),
  next_steps: z.array(z.string()).describe('What to do with it'),
  warnings: z.array(z.string()).describe('Files that could not be parsed completely'),
  status: z.enum(['done', 'running']).describe('running: not finished, the same call waits for it'),
  job_id: z.string().optional().describe('Id of the job, for get_job'),
})

type ParseAnswer = z.infer<typeof output>

export const parseGithubRepository = defineTool({
  name: 'parse_github_repository',
  title: 'Parse a repository',
  description:
    'Parse a repository into the knowledge graph: classes, functions, methods, parameters, attributes, imports (requires USE_KNOWLEDGE_GRAPH=true). Takes https and git@ addresses and folders inside the allowed roots; when it is parsed again, only changed files are read, and the old graph is used until the new one is complete. Work beyond the time limit continues as a job; the same call waits for it.',
  asks: [
    'analyse a code base',
    'index the source code of a repository',
    'load a git repository',
    'build a graph of a library’s classes',
    'read a project on GitHub',
  ],
  access: 'write',
  concerns: 'shared',
  idempotent: true,
  openWorld: true,
  timeoutMs: 45_000,
  outlives: true,
  failures: [
    'FEATURE_DISABLED',
    'INVALID_REPOSITORY',
    'CLONE_FAILED',
    'CLONE_TIMEOUT',
    'GIT_MISSING',
    'REPOSITORY_EMPTY',
    'REPOSITORY_FOLDER_MISSING',
    'NOTHING_TO_PARSE',
    'REPOSITORY_TOO_LARGE',
    'FORBIDDEN_ADDRESS',
    'FORBIDDEN_PATH',
  ],
  positionals: ['repo_url'],
  tags: ['graph', 'code'],
  rest: { method: 'POST', path: '/api/v1/graphiti/knowledge-graph/repositories' },
  shell: {
    render: async () => (await import('./render.ts')).renderParsed,
    aliases: [
      {
        words: ['graph', 'parse'],
        group: 'Graph',
        summary: 'Parse a repository or folder into the graph of code',
        examples: [{ line: 'quire graph parse https://github.com/encode/httpx', says: 'Clone and parse' }],
      },
    ],
  },
  input: z.object({
    repo_url: z
      .string()
      .trim()
      .min(1, 'Repository URL is required')
      .max(2000)
      .describe('https://github.com/owner/name, git@host:owner/name.git, or a folder'),
  }),
  output,
  async run(context, { repo_url }) {
    const graphs = await openCode(context)
    const { source, names } = await graphs.identify(repo_url, accessOf(context))
    const { engine, caller, correlationId, patienceMs, signal, progress } = context
    const name = names[0] ?? source
    const result = await engine.jobs.run<ParseAnswer>({
      key: sha256(JSON.stringify(['parse_github_repository', source])),
      kind: 'parse_github_repository',
      title: `Parse ${name}`,
      collection: null,
      input: { repo_url },
      isRepeatable: true,
      caller,
      correlationId,
      patienceMs,
      signal,
      progress,
      work: job => parse(context, { graphs, address: repo_url }, job),
    })
    return result.state === 'done' ? { ...result.value, repo_url } : runningAnswer(repo_url, name, result)
  },
})

async function parse(
  context: ToolContext<Services>,
  { graphs, address }: { graphs: CodeGraphs; address: string },
  job: JobContext,
): Promise<ParseAnswer> {
  const report = await graphs.parse(address, accessOf(context), job)
  const { name } = report.record
  return {
    success: true,
    repo_url: address,
    repo_name: name,
    message: `Repository '${name}' is in the knowledge graph: ${countFiles(report.files.total)}, ${report.files.changed} of them parsed now.`,
    statistics: statisticsOf(report),
    ready_for_validation: true,
    next_steps: [
      `Check scripts against it with check_ai_script_hallucinations.`,
      `Explore it with query_knowledge_graph, such as "explore ${name}" or "classes ${name}".`,
    ],
    warnings: warningsOf(report),
    status: 'done',
    job_id: job.id,
  }
}

function countFiles(count: number): string {
  return count === 1 ? '1 file' : `${count} files`
}

function statisticsOf({ record, files, sampleModules }: ParseReport): NonNullable<ParseAnswer['statistics']> {
  const { counts } = record
  return {
    repository: record.name,
    files_processed: files.total,
    classes_created: (counts.Class ?? 0) + (counts.Interface ?? 0) + (counts.Enum ?? 0),
    methods_created: counts.Method ?? 0,
    functions_created: counts.Function ?? 0,
    attributes_created: counts.Attribute ?? 0,
    sample_modules: sampleModules,
    files_changed: files.changed,
    files_unchanged: files.unchanged,
    files_removed: files.removed,
    nodes: Object.values(counts).reduce((sum, count) => sum + count, 0),
    edges: record.edges,
    revision: record.revision,
  }
}

function warningsOf({ skipped, broken }: ParseReport): string[] {
  const named = (paths: readonly string[]) =>
    `${paths.slice(0, 5).join(', ')}${paths.length > 5 ? ' and others' : ''}`
  return [
    ...(skipped.length === 0
      ? []
      : [
          `${skipped.length} files were not parsed: ${named(skipped.map(({ path, reason }) => `${path} (${reason})`))}`,
        ]),
    ...(broken.length === 0
      ? []
      : [`${broken.length} files have syntax errors and were parsed as far as possible: ${named(broken)}`]),
  ]
}

function runningAnswer(
  repo_url: string,
  name: string,
  { id, progress }: { id: string; progress: { message: string } },
): ParseAnswer {
  return {
    success: true,
    repo_url,
    repo_name: name,
    message: `Still running: ${progress.message}. Call again with the same address to wait for it.`,
    statistics: null,
    ready_for_validation: false,
    next_steps: ['Call again with the same address, or call get_job.'],
    warnings: [],
    status: 'running',
    job_id: id,
  }
}
