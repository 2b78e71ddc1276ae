import { openOnce } from '../../core/contract/open-once.ts'
import type { OpenedFeature, OpeningHost } from '../../core/feature.ts'
import type { GraphEdge, GraphNode, GraphPart } from '../../core/ports/offers.ts'
import type { Entity, Fact } from './fact.ts'
import type { Facts } from './facts.ts'
import type { FactsAccess } from './services.ts'
import type { settings } from './settings.ts'
import { factTables } from './tables/index.ts'

/** Opens the feature. The facts, in the same store as the documents, are opened by the first use. */
export async function open(
  host: OpeningHost<typeof settings>,
): Promise<OpenedFeature<{ facts: FactsAccess }>> {
  const opened = openOnce(() => openFacts(host))
  const facts: FactsAccess = { isOn: host.settings['graph.facts'], open: opened.get }
  return {
    services: { facts },
    offers: facts.isOn
      ? { entityGraph: async (name, limit) => entityGraph(await facts.open(), name, limit) }
      : {},
    close: opened.close,
  }
}

async function openFacts({
  parts,
  languageModel,
  openTables,
  settings: chosen,
}: OpeningHost<typeof settings>): Promise<Facts> {
  const { createFacts } = await import('./facts.ts')
  const { store, embedder, analyzer, clock } = parts
  const facts = await openTables(factTables)
  return createFacts({
    store,
    facts,
    embedder,
    analyzer,
    clock,
    model: languageModel,
    reader: chosen['graph.fact_reader'] ? (parts.relationReader ?? null) : null,
    kinds: chosen['graph.fact_kinds'],
  })
}

/** The facts about an entity and the entities that they connect it with; null when no entity has the name. */
async function entityGraph(facts: Facts, name: string, limit: number): Promise<GraphPart | null> {
  const found = await facts.about({ collections: null, name, limit })
  const [first] = found.entities
  if (first === undefined) return null
  const entities = new Map<string, Entity>(found.entities.map(entity => [entity.id, entity]))
  for (const { subject, object } of found.facts) entities.set(subject.id, subject).set(object.id, object)
  return {
    of: first.name,
    nodes: [...entities.values()].map(entityNode),
    edges: found.facts.map(factEdge),
    limited: found.facts.length >= limit,
  }
}

function entityNode({ id, label, name, collection, createdAt }: Entity): GraphNode {
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

function factEdge({ relation, subject, object, ...fact }: Fact): GraphEdge {
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
