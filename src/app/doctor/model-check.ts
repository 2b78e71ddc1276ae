import type { Check } from './run-checks.ts'

export const modelCheck: Check = {
  name: 'model',
  async examine({ config }) {
    const choice = config.values['embedder.model']
    if (choice !== 'gte-small') return { state: 'ok', says: `${choice} (nothing to check on disk)` }
    const [{ gteSmallModel }, { verifyFile }] = await Promise.all([
      import('../../adapters/embedders/local-embedder.ts'),
      import('../../adapters/embedders/local-model.ts'),
    ])
    const files = [gteSmallModel.model, gteSmallModel.tokenizer, gteSmallModel.tokenizerConfig].filter(
      file => file !== null,
    )
    for (const file of files) await verifyFile(file)
    return { state: 'ok', says: `${gteSmallModel.id}: ${files.length} files have the right sha256` }
  },
}

export const embedCheck: Check = {
  name: 'embedding',
  async examine(patient, signal) {
    const { parts } = await patient.open()
    const startedAt = performance.now()
    const [cat, kitten, tax] = await Promise.all(
      ['a cat sleeps', 'a kitten is sleeping', 'tax law'].map(text =>
        parts.embedder.embedQuery(text, signal),
      ),
    )
    const ms = Math.round(performance.now() - startedAt)
    const says = `${parts.embedder.id}, ${parts.embedder.dimensions} dimensions, ${ms} ms for three texts`
    if (cat === undefined || kitten === undefined || tax === undefined) return { state: 'fail', says }
    if (dot(cat, kitten) > dot(cat, tax)) return { state: 'ok', says }
    return {
      state: 'warn',
      says: `${says}, but it does not tell like from unlike`,
      remedy: 'Choose a model made for retrieval with --embedder; hash is for tests only.',
    }
  },
}

function dot(left: Float32Array, right: Float32Array): number {
  return left.reduce((sum, value, index) => sum + value * (right[index] ?? 0), 0)
}
