import { z } from 'zod'
import { graphEdge, graphNode } from './fields.ts'
import { drawDot, drawMermaid } from './graph/drawing.ts'
import { defineTool } from './services.ts'
import { drawingOf, findPart } from './shown-part.ts'

export const showGraph = defineTool({
  name: 'show_graph',
  title: 'Draw a part of the graph',
  description:
    'Draw a repository, class, function or module, or a person or organisation that documents tell of, with what surrounds it. Answers as Mermaid, Graphviz DOT, or nodes and edges; code requires USE_KNOWLEDGE_GRAPH=true, facts USE_GRAPHITI=true. Use query_knowledge_graph and search_graphiti for questions.',
  asks: [
    'draw a diagram of the code',
    'visualise a class and its neighbours',
    'Mermaid chart of a module',
    'picture of the dependencies',
    'chart of callers and callees',
  ],
  access: 'read',
  timeoutMs: 15_000,
  failures: ['FEATURE_DISABLED', 'ENTITY_NOT_FOUND', 'REPOSITORY_AMBIGUOUS'],
  positionals: ['of'],
  tags: ['graph', 'code'],
  pages: { of: ['picture', 'nodes', 'edges'] },
  rest: { method: 'GET', path: '/api/v1/graphiti/knowledge-graph/graph' },
  shell: {
    aliases: [
      {
        words: ['graph', 'show'],
        group: 'Graph',
        summary: 'Draw a repository or entity of the graph as Mermaid or DOT',
        examples: [
          {
            line: 'quire graph show HTTPServer --format dot | dot -Tsvg > server.svg',
            says: 'A picture of a class',
          },
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
      .enum(['mermaid', 'dot', 'json'])
      .default('mermaid')
      .describe('How it is drawn; json gives nodes and edges only'),
    limit: z.int().min(1).max(500).default(50).describe('Most nodes to show, nearest first'),
  }),
  output: z.object({
    of: z.string().describe('What is in the middle'),
    format: z.string().describe('How it is drawn'),
    picture: z.string().describe('The drawing as text; empty for json'),
    nodes: z.array(graphNode).describe('Nodes, for json'),
    edges: z.array(graphEdge).describe('Edges, for json'),
    node_count: z.int().describe('Nodes in the picture'),
    edge_count: z.int().describe('Edges in the picture'),
    limited: z.boolean().describe('Whether there was more than the limit'),
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

const drawings = { mermaid: drawMermaid, dot: drawDot } as const
