import type { Parts } from '../../core/engine.ts'
import type { Facts } from './types.ts'
import type { LanguageModel } from '../../core/ports/language-model.ts'
import type { FactsAccess } from '../services.ts'
import type { SettingValues } from '../../app/config/settings.ts'
import { openOnce } from '../../core/contract/open-once.ts'
import { storeUrl } from '../../app/store-url.ts'

/** Facts beside the documents of the same store, opened by first use. */
export function factsAccess(
  values: SettingValues,
  parts: Parts,
  model: LanguageModel | null,
): FactsAccess & { close(): Promise<void> } {
  const opened = openOnce(() => openFacts(values, parts, model))
  return { isOn: values['graph.facts'], open: opened.get, close: opened.close }
}

async function openFacts(values: SettingValues, parts: Parts, model: LanguageModel | null): Promise<Facts> {
  const [{ openFactStore }, { createFacts }] = await Promise.all([
    import('../../adapters/stores/index.ts'),
    import('./facts.ts'),
  ])
  const { store, embedder, analyzer, clock } = parts
  const facts = await openFactStore(storeUrl(values), { clock })
  return createFacts({ store, facts, embedder, analyzer, clock, model })
}
