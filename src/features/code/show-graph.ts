import { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import { Failure } from '../../core/model/failure.ts'
import type { GraphPart } from '../../core/ports/offers.ts'
import { drawDot, drawingOf, drawMermaid, drawText } from './graph/drawing.ts'
import type { Picture } from './graph/picture.ts'
import { defineTool, openCode, type Services } from './services.ts'

const graphNode = z.object({
  id: z.string().describe('Id of the node; stays the same when parsed again'),
  label: z
    .string()
    .describe('Repository, File, Class, Function, Method, Attribute, Person, Organisation and more'),
  name: z.string().describe('Short name'),
  full_name: z.string().nullable().describe('Name with its module or class'),
  repository: z.string().nullable().describe('Repository it belongs to; null for entities of facts'),
  file: z.string().nullable().describe('File that defines it'),
  properties: z.record(z.string(), z.unknown()).describe('Signature, line, types and more'),
})

const graphEdge = z.object({
  type: z.string().describe('CONTAINS, DEFINES, HAS_METHOD, IMPORTS, EXTENDS, HOLDS_OFFICE and more'),
  from: z.string().describe('Id of the node where it starts'),
  to: z.string().describe('Id of the node where it ends'),
  properties: z.record(z.string(), z.unknown()).describe('Imported names; or fact, valid_at, invalid_at'),
})

export const showGraph = defineTool({
  name: 'show_graph',
  title: 'Draw a part of the graph',
  description:
    'Draw a repository, class, function or module, or a person or organisation named in documents, with its surroundings. Returns Mermaid, Graphviz DOT, a text tree, or nodes and edges; code requires USE_KNOWLEDGE_GRAPH=true, facts USE_GRAPHITI=true. Use query_knowledge_graph and search_graphiti for questions.',
  asks: [
    'draw a diagram of the code',
    'visualise a class and its neighbours',
    'Mermaid chart of a module',
    'picture of the dependencies',
    'chart of callers and callees',
  ],
  access: 'read',
  concerns: 'shared',
  view: 'graph',
  timeoutMs: 15_000,
  failures: ['FEATURE_DISABLED', 'ENTITY_NOT_FOUND', 'REPOSITORY_AMBIGUOUS'],
  positionals: ['of'],
  tags: ['graph', 'code'],
  version: '1.1.0',
  pages: { of: ['picture', 'nodes', 'edges'] },
  rest: { method: 'GET', path: '/api/v1/graphiti/knowledge-graph/graph' },
  shell: {
    aliases: [
      {
        words: ['graph', 'show'],
        group: 'Graph',
        summary: 'Draw a repository or entity of the graph as Mermaid, DOT or text',
        examples: [
          {
            line: 'quire graph show HTTPServer --format dot | dot -Tsvg > server.svg',
            says: 'A picture of a class',
          },
          { line: 'quire graph show HTTPServer --format text', says: 'The same as a tree' },
        ],
      },
    ],
    render: async () => (await import('./render.ts')).renderPicture,
  },
  input: z.object({
    of: z
      .string()
      .trim()
      .min(1, 'must not be empty')
      .describe('A repository, or the name or full name of an entity'),
    format: z
      .enum(['mermaid', 'dot', 'text', 'json'])
      .default('mermaid')
      .describe('Format of the drawing: text is a tree for a terminal; json returns only nodes and edges'),
    limit: z.int().min(1).max(500).default(50).describe('Maximum number of nodes, nearest first'),
  }),
  output: z.object({
    of: z.string().describe('The entity in the middle'),
    format: z.string().describe('Format of the drawing'),
    picture: z.string().describe('The drawing as text; empty for json'),
    nodes: z.array(graphNode).describe('Nodes, for json'),
    edges: z.array(graphEdge).describe('Edges, for json'),
    node_count: z.int().describe('Nodes in the picture'),
    edge_count: z.int().describe('Edges in the picture'),
    limited: z.boolean().describe('Whether there is more than the limit'),
  }),
  async run(context, { of, format, limit }) {
    const part = await findPart(context, of, limit)
    const { nodes, edges, limited } = part
    const isDrawn = format !== 'json'
    return {
      of: part.of,
      format,
      picture: isDrawn ? drawings[format](drawingOf(part)) : '',
      nodes: isDrawn ? [] : nodes,
      edges: isDrawn ? [] : edges,
      node_count: nodes.length,
      edge_count: edges.length,
      limited,
    }
  },
})

const drawings = { mermaid: drawMermaid, dot: drawDot, text: drawText } as const

/** Finds code by name, else an entity with facts. */
async function findPart(context: ToolContext<Services>, of: string, limit: number): Promise<GraphPart> {
  const entityGraph = await context.entityGraph()
  if (!context.graph.hasCode && entityGraph !== null)
    return (await entityGraph(of, limit)) ?? throwNotFound(of)
  try {
    return codePart(await (await openCode(context)).picture(of, limit))
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'ENTITY_NOT_FOUND' || entityGraph === null) throw error
    return (await entityGraph(of, limit)) ?? throwNotFound(of)
  }
}

function codePart({ center, nodes, edges, limited }: Picture): GraphPart {
  return {
    of: String(center.properties.full_name ?? center.properties.name),
    nodes: nodes.map(({ id, label, repository, file, properties: { name, full_name, ...properties } }) => ({
      id,
      label,
      name: String(name),
      full_name: typeof full_name === 'string' ? full_name : null,
      repository,
      file,
      properties,
    })),
    edges: edges.map(({ type, from, to, properties }) => ({ type, from, to, properties: { ...properties } })),
    limited,
  }
}

function throwNotFound(of: string): never {
  throw new Failure(
    'not_found',
    'ENTITY_NOT_FOUND',
    `'${of}' is neither a repository nor an entity of the graph.`,
    {
      hint: 'Give a repository, a class, function or module, or a person or thing that documents name.',
    },
  )
}
