import type { Command } from '../../../core/contract/shell/command.ts'
import type { App } from '../../../app/app.ts'
import { option } from '../../../core/contract/shell/option.ts'

/** `quire graph …` under short words. Each loads its file when it is run. */
export function graphCommands(app: App): readonly Command[] {
  const callTool = (tool: string) => async (call: Parameters<Command['run']>[0]) =>
    (await import('./graph-tool.ts')).callGraphTool(app, tool, call)
  return [
    {
      words: ['graph', 'parse'],
      tools: ['parse_github_repository'],
      group: 'Graph',
      summary: 'Parse a repository or folder into the graph of code',
      details:
        'Takes https and git@ addresses and folders. Parsed again, only changed files are read; the old graph answers until the new one is complete.',
      positionals: [{ field: 'repo_url', isRepeatable: false, isRequired: true, placeholder: 'repo|folder' }],
      options: [option('repo_url', 'Address of a repository, or a folder', { isRequired: true })],
      examples: [{ line: 'quire graph parse https://github.com/encode/httpx', says: 'Clone and parse' }],
      run: callTool('parse_github_repository'),
    },
    {
      words: ['graph', 'query'],
      tools: ['query_knowledge_graph'],
      group: 'Graph',
      summary: 'Ask the graph of code: repos, explore, classes, class, method, or query <cypher>',
      positionals: [{ field: 'command', isRepeatable: false, isRequired: true }],
      options: [option('command', 'The command, in quotes', { isRequired: true })],
      examples: [
        { line: 'quire graph query "class AsyncClient"', says: 'Methods and attributes of a class' },
        {
          line: `quire graph query 'query MATCH (c:Class)-[:EXTENDS]->(b) RETURN c.name, b.name'`,
          says: 'Read-only openCypher',
        },
      ],
      run: callTool('query_knowledge_graph'),
    },
    {
      words: ['graph', 'show'],
      tools: ['show_graph'],
      group: 'Graph',
      summary: 'Draw a repository or entity of the graph as Mermaid or DOT',
      positionals: [{ field: 'of', isRepeatable: false, isRequired: true, placeholder: 'repo|entity' }],
      options: [
        option('of', 'A repository, or the name or full name of an entity', { isRequired: true }),
        option('format', 'How it is drawn', { choices: ['mermaid', 'dot', 'json'] }),
        option('limit', 'Most nodes to show', { kind: 'integer' }),
      ],
      examples: [
        {
          line: 'quire graph show HTTPServer --format dot | dot -Tsvg > server.svg',
          says: 'A picture of a class',
        },
      ],
      run: callTool('show_graph'),
    },
    {
      words: ['graph', 'remove'],
      group: 'Graph',
      summary: 'Remove a repository from the graph of code',
      positionals: [{ field: 'repository', isRepeatable: false, isRequired: true }],
      options: [option('repository', 'Its name, as "repos" lists it', { isRequired: true })],
      examples: [],
      run: async call => (await import('./graph-remove.ts')).removeRepository(app, call),
    },
    {
      words: ['graph', 'check'],
      tools: ['check_ai_script_hallucinations'],
      group: 'Graph',
      summary: 'Check scripts for code that the parsed libraries do not have',
      details:
        'Prints what is wrong in each script and exits with 1 when something is. With --output-dir, a full report of each script is written as JSON and as Markdown.',
      positionals: [{ field: 'scripts', isRepeatable: true, isRequired: true }],
      options: [
        option('scripts', 'Scripts in Python, TypeScript or JavaScript', {
          isRepeatable: true,
          isRequired: true,
        }),
        option('output_dir', 'Folder for the reports; it is created', { placeholder: 'folder' }),
        option('json_report', 'Write the report as JSON', toggle),
        option('markdown_report', 'Write the report as Markdown', toggle),
        option('summary', 'Print what was found', toggle),
      ],
      examples: [{ line: 'quire graph check agent.py --output-dir reports', says: 'With reports to keep' }],
      run: async call => (await import('./graph-check.ts')).checkScripts(app, call),
    },
  ]
}

const toggle = { kind: 'boolean', negation: false, default: true } as const
