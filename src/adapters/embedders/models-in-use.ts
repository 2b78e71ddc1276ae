import type { ChosenModel, ModelsInUse } from '../../core/ports/model-shelf.ts'

/** The file in the folder of the models that says which of them are in use. */
export const inUseName = 'in-use.json'

export const nothingInUse: ModelsInUse = { embedder: null, next: null, reranker: null }

/** Reads the content of that file; whatever cannot be read is not in use. */
export function parseModelsInUse(text: string): ModelsInUse {
  try {
    return { ...nothingInUse, ...pickChosen(JSON.parse(text)) }
  } catch {
    return nothingInUse
  }
}

function pickChosen(value: unknown): Partial<ModelsInUse> {
  if (value === null || typeof value !== 'object') return {}
  const entries = Object.entries(value).filter(([key]) => Object.hasOwn(nothingInUse, key))
  return Object.fromEntries(entries.map(([key, chosen]) => [key, isChosen(chosen) ? chosen : null]))
}

function isChosen(value: unknown): value is ChosenModel {
  return (
    value !== null &&
    typeof value === 'object' &&
    'choice' in value &&
    typeof value.choice === 'string' &&
    'id' in value &&
    typeof value.id === 'string'
  )
}
