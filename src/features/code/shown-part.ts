import type { z } from 'zod'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { Drawing } from './graph/drawing.ts'
import type { Picture } from './graph/picture.ts'
import type { Entity, Fact } from '../facts/fact.ts'
import { Failure } from '../../core/model/failure.ts'
import type { Services } from '../services.ts'
import type { graphEdge, graphNode } from './fields.ts'
import { openCode } from './open-code.ts'

type WiredNode = z.infer<typeof graphNode>
type WiredEdge = z.infer<typeof graphEdge>

/** A part of the graph, of code or of facts, as it is shown. */
export type ShownPart = { of: string; nodes: WiredNode[]; edges: WiredEdge[]; limited: boolean }

/** Code that goes by the name, else what is known of an entity of that name. */
export async function findPart(
  context: ToolContext<Services>,
  of: string,
  limit: number,
): Promise<ShownPart> {
  const { graph, facts } = context
  if (!graph.hasCode && facts.isOn) return (await factsAbout(context, of, limit)) ?? notThere(of)
  try {
    return codePart(await (await openCode(context)).picture(of, limit))
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'ENTITY_NOT_FOUND' || !facts.isOn) throw error
    return (await factsAbout(context, of, limit)) ?? notThere(of)
  }
}

export function drawingOf({ nodes, edges }: ShownPart): Drawing {
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

function codePart({ center, nodes, edges, limited }: Picture): ShownPart {
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

async function factsAbout(
  { facts }: ToolContext<Services>,
  name: string,
  limit: number,
): Promise<ShownPart | null> {
  const found = await (await facts.open()).about({ collections: null, name, limit })
  const [first] = found.entities
  if (first === undefined) return null
  const entities = new Map<string, Entity>(found.entities.map(entity => [entity.id, entity]))
  for (const { subject, object } of found.facts) entities.set(subject.id, subject).set(object.id, object)
  return {
    of: first.name,
    nodes: [...entities.values()].map(entityOnWire),
    edges: found.facts.map(factOnWire),
    limited: found.facts.length >= limit,
  }
}

function entityOnWire({ id, label, name, collection, createdAt }: Entity): WiredNode {
  return {
    id,
    label,
    name,
    full_name: null,
    repository: null,
    file: null,
    properties: { group_id: collection, created_at: createdAt },
  }
}

function factOnWire({ relation, subject, object, ...fact }: Fact): WiredEdge {
  return {
    type: relation,
    from: subject.id,
    to: object.id,
    properties: {
      uuid: fact.id,
      fact: fact.fact,
      valid_at: fact.validAt,
      invalid_at: fact.invalidAt,
      expired_at: fact.expiredAt,
    },
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
