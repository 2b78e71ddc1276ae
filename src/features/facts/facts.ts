import { buildFacts } from './build-facts.ts'
import { buildWithModel, estimateModel } from './build-with-model.ts'
import { chooseCollections } from './choose-collections.ts'
import { fold } from './people.ts'
import { ruleReader } from './read-document.ts'
import { searchFacts } from './search-facts.ts'
import { factRules } from './settle-facts.ts'
import type { FactParts, Facts } from './types.ts'

const mostSupports = 5

/** The fact graph of a store. */
export function createFacts(parts: FactParts): Facts {
  const rules = factRules(parts.analyzer)
  const chosen = (names: readonly string[] | null) => chooseCollections(names, parts)
  return {
    async lag({ collections }) {
      const names = await chosen(collections)
      const [pending, bare] = await Promise.all([
        parts.facts.listPending(names, ruleReader, 1),
        parts.facts.listBare(names, parts.embedder.id, 1),
      ])
      return { documents: pending.total, vectors: bare.total }
    },
    build: async ({ collections }, context) => buildFacts(await chosen(collections), parts, rules, context),
    estimate: async ({ collections }) => estimateModel(await chosen(collections), parts),
    buildWithModel: async ({ collections, budgetTokens }, context) =>
      buildWithModel({ collections: await chosen(collections), budgetTokens }, parts, rules, context),
    async search(request, signal) {
      await parts.facts.settle(rules, signal)
      return searchFacts({ ...request, collections: await chosen(request.collections) }, parts, signal)
    },
    async about({ collections, name, limit }) {
      const names = await chosen(collections)
      const found = await parts.facts.findEntities(names, [fold(name)])
      const entities = found.map(({ entity }) => entity)
      const scope = { collections: names, at: null }
      const edges = await parts.facts.listEdges(
        scope,
        entities.map(({ id }) => id),
        limit,
      )
      const facts = await parts.facts.load(
        edges.map(({ id }) => id),
        mostSupports,
      )
      return { entities, facts: facts.toSorted((one, other) => order(one.validAt, other.validAt)) }
    },
    count: async ({ collections }) => parts.facts.count(await chosen(collections)),
    close: () => parts.facts.close(),
  }
}

function order(one: string | null, other: string | null): number {
  return (one ?? '') < (other ?? '') ? -1 : (one ?? '') > (other ?? '') ? 1 : 0
}
