import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { inUseName, parseModelsInUse } from '../../adapters/embedders/models-in-use.ts'
import type { Config, Origin } from './load-config.ts'

const origin: Origin = { from: 'home', name: 'quire model use' }

/** Returns the settings with the models that `quire model use` has chosen, where no setting names another. */
export function followModels(config: Config): Config {
  const { embedder, reranker } = readModelsInUse(config.values.home)
  const chosen = Object.entries({ 'embedder.model': embedder, 'reranker.model': reranker }).flatMap(
    ([key, model]) =>
      model !== null && config.origins[key]?.from === 'default' ? [[key, model.choice] as const] : [],
  )
  if (chosen.length === 0) return config
  const values = Object.fromEntries(chosen)
  return {
    ...config,
    values: { ...config.values, ...values },
    all: { ...config.all, ...values },
    origins: { ...config.origins, ...Object.fromEntries(chosen.map(([key]) => [key, origin])) },
  }
}

/** Whether `quire model use` decides, because no setting does. */
export function isChosenByHome({ from }: Origin): boolean {
  return from === 'default' || from === 'home'
}

function readModelsInUse(home: string) {
  try {
    return parseModelsInUse(readFileSync(join(home, 'models', inUseName), 'utf8'))
  } catch {
    return parseModelsInUse('{}')
  }
}
