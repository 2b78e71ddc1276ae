import { z } from 'zod'
import { Failure } from '../../core/model/failure.ts'
import type { JsonObject } from '../../core/model/json.ts'
import { parseCommand, runCommand } from './graph-command.ts'
import { defineTool, openCode } from './services.ts'

export const queryKnowledgeGraph = defineTool({
  name: 'query_knowledge_graph',
  title: 'Query the knowledge graph',
  description:
    'Explore the code of parsed repositories (requires USE_KNOWLEDGE_GRAPH=true). Commands: repos; explore <repo>; classes [repo]; class <name>; method <name> [class]; query <cypher>, read-only, over Repository-CONTAINS->File-DEFINES->Class|Function, Class-HAS_METHOD->Method, Class-HAS_ATTRIBUTE->Attribute, File-IMPORTS->File, Class-EXTENDS->Class. At most 20 results.',
  asks: [
    'which methods does a class have',
    'signature and parameters of a function',
    'who inherits from a class',
    'explore the structure of parsed code',
    'which repositories have been parsed',
    'run Cypher',
  ],
  access: 'read',
  concerns: 'shared',
  timeoutMs: 30_000,
  failures: ['FEATURE_DISABLED'],
  positionals: ['command'],
  tags: ['graph', 'code'],
  version: '1.1.0',
  pages: {
    of: [
      'data.repositories',
      'data.details',
      'data.classes',
      'data.class.methods',
      'data.class.attributes',
      'data.methods',
      'data.results',
    ],
  },
  rest: { method: 'GET', path: '/api/v1/graphiti/knowledge-graph/query' },
  shell: {
    aliases: [
      {
        words: ['graph', 'query'],
        group: 'Graph',
        summary: 'Query the graph of code: repos, explore, classes, class, method, or query <cypher>',
        examples: [
          { line: 'quire graph query "class AsyncClient"', says: 'Methods and attributes of a class' },
          {
            line: `quire graph query 'query MATCH (c:Class)-[:EXTENDS]->(b) RETURN c.name, b.name'`,
            says: 'Read-only openCypher',
          },
        ],
      },
    ],
    render: async () => (await import('./render.ts')).renderGraphCommand,
  },
  input: z.object({
    command: z
      .string()
      .max(20_000, 'must be at most 20,000 characters')
      .describe('Such as "class HTTPServer" or "query MATCH (c:Class) RETURN c.name LIMIT 5"'),
    parameters: z
      .string()
      .min(1)
      .max(20_000, 'must be at most 20,000 characters')
      .nullable()
      .default(null)
      .describe('Values of $name in a Cypher query, as a JSON object: {"name": "Flask"}'),
  }),
  output: z.object({
    success: z.boolean().describe('Whether the command found something'),
    command: z.string().describe('The command as given'),
    data: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('repositories; repository, statistics; classes; class; methods; or query, results'),
    metadata: z
      .looseObject({
        total_results: z.int().describe('How many results are returned'),
        limited: z.boolean().describe('Whether there are more'),
      })
      .optional()
      .describe('About the results'),
    error: z.string().optional().describe('What is wrong with the command, or was not found'),
  }),
  async run(context, { command, parameters }) {
    const graphs = await openCode(context)
    const result = await runCommand(parseCommand(command), graphs, {
      roots: context.rootsFor(context.caller),
      signal: context.signal,
      parameters: parseParameters(parameters),
    })
    return { success: !('error' in result), command, ...result }
  },
})

function parseParameters(text: string | null): JsonObject {
  try {
    const value: unknown = JSON.parse(text ?? '{}')
    // SAFETY: JSON.parse returns JSON.
    if (typeof value === 'object' && value !== null && !Array.isArray(value)) return value as JsonObject
  } catch {
    // Reported below, like JSON that is no object.
  }
  throw new Failure('invalid', 'INVALID_INPUT', 'parameters is not a JSON object.', {
    hint: 'Write it like {"name": "Flask"}.',
  })
}
