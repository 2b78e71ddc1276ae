import { openOnce } from '../../core/contract/open-once.ts'
import type { OpenedFeature, OpeningHost } from '../../core/feature.ts'
import { entityGraph } from './entity-graph.ts'
import type { FactsAccess } from './services.ts'
import type { settings } from './settings.ts'
import { factTables } from './tables/index.ts'
import type { Facts } from './types.ts'

/** Facts beside the documents of the same store, opened by the first use. */
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

async function openFacts({ parts, languageModel, openTables }: OpeningHost<typeof settings>): Promise<Facts> {
  const { createFacts } = await import('./facts.ts')
  const { store, embedder, analyzer, clock } = parts
  const facts = await openTables(factTables)
  return createFacts({ store, facts, embedder, analyzer, clock, model: languageModel })
}
