import type { ToolContext } from '../../core/contract/define-tool.ts'
import { Failure } from '../../core/model/failure.ts'
import type { GraphPart } from '../../core/ports/offers.ts'
import type { Drawing } from './graph/drawing.ts'
import type { Picture } from './graph/picture.ts'
import { openCode } from './open-code.ts'
import type { Services } from './services.ts'

/** Code that goes by the name, else what is known of an entity of that name. */
export async function findPart(
  context: ToolContext<Services>,
  of: string,
  limit: number,
): Promise<GraphPart> {
  const entityGraph = await context.entityGraph()
  if (!context.graph.hasCode && entityGraph !== null) return (await entityGraph(of, limit)) ?? notThere(of)
  try {
    return codePart(await (await openCode(context)).picture(of, limit))
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'ENTITY_NOT_FOUND' || entityGraph === null) throw error
    return (await entityGraph(of, limit)) ?? notThere(of)
  }
}

export function drawingOf({ nodes, edges }: GraphPart): Drawing {
  return {
    boxes: nodes.map(({ id, label, name, properties: { signature } }) => ({
      id,
      caption: `${label}: ${typeof signature === 'string' ? signature.slice(0, 100) : name}`,
    })),
    arrows: edges.map(({ from, to, type, properties: { valid_at: since, invalid_at: until } }) => ({
      from,
      to,
      caption: since || until ? `${type} ${since ?? '…'} – ${until ?? '…'}` : type,
    })),
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

function notThere(of: string): never {
  throw new Failure(
    'not_found',
    'ENTITY_NOT_FOUND',
    `'${of}' is neither a repository nor an entity of the graph.`,
    {
      hint: 'Give a repository, a class, function or module, or someone or something that documents tell of.',
    },
  )
}
