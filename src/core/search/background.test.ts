import assert from 'node:assert/strict'
import { test } from 'node:test'
import { hashEmbedder } from '../../adapters/embedders/hash.ts'
import { measureModel, readBackground, scaleMeaning, writeBackground } from './background.ts'
import { probes } from './probe-texts.ts'

const { signal } = new AbortController()

/** A model that knows which answer belongs to which question, and has a cosine of `floor` for all other texts. */
function knowing(floor: number, isLocal = true) {
  const calls: number[] = []
  const place = (text: string) => {
    const vector = new Float32Array(probes.length + 1)
    vector[0] = Math.sqrt(floor)
    const index = probes.findIndex(pair => pair.includes(text))
    // Nobody's answers are exactly alike, so unrelated ones differ a little.
    vector[1 + index] = Math.sqrt(1 - floor)
    vector[1 + ((index + 1) % probes.length)] = 0.05
    return vector
  }
  return {
    calls,
    isLocal,
    embedQuery: async (text: string) => place(text),
    async embedDocuments(texts: readonly string[]) {
      calls.push(texts.length)
      return texts.map(place)
    },
  }
}

test('nearness is 0 for an unrelated text and 1 for an answer, whatever the cosines of the model are', async () => {
  for (const floor of [0.1, 0.75]) {
    const background = { ...(await measureModel(knowing(floor), signal)), chunks: 2_000 }
    const question = await knowing(floor).embedQuery(probes[0]?.[0] ?? '')
    const scale = scaleMeaning(question, [background])
    assert.ok(scale !== null)
    assert.ok(Math.abs(scale.nearness(floor)) < 0.15, `${floor}: ${scale.nearness(floor)}`)
    assert.ok(Math.abs(scale.nearness(1) - 1) < 0.15, `${floor}: ${scale.nearness(1)}`)
    assert.equal(scale.trust, 1)
  }
})

test('among more chunks, the nearest by chance is nearer, and counts less', async () => {
  const measured = await measureModel(knowing(0.7), signal)
  const question = await knowing(0.7).embedQuery('anything')
  const nearness = (chunks: number) => scaleMeaning(question, [{ ...measured, chunks }])?.nearness(0.9) ?? 0
  assert.ok(nearness(10) > nearness(2_000) && nearness(2_000) > nearness(1_000_000))
})

test('a model that cannot tell answers from other texts is not trusted', async () => {
  const background = { ...(await measureModel(hashEmbedder(64), signal)), chunks: 100 }
  assert.equal(scaleMeaning(await hashEmbedder(64).embedQuery('tides', signal), [background]), null)
  assert.equal(scaleMeaning(new Float32Array(64), []), null)
})

test('a remote model is asked once', async () => {
  const remote = knowing(0.5, false)
  await measureModel(remote, signal)
  assert.deepEqual(remote.calls, [2 * probes.length])
})

test('a background is stored with its collection, and is not read for another model', async () => {
  const background = { ...(await measureModel(knowing(0.7), signal)), chunks: 7 }
  const calibration = JSON.parse(JSON.stringify(writeBackground(background, 'one')))
  assert.deepEqual(readBackground({ calibration, model: 'one' }), background)
  assert.equal(readBackground({ calibration, model: 'other' }), null)
  assert.equal(readBackground({ calibration: { version: 1, model: 'one' }, model: 'one' }), null)
  assert.equal(readBackground({ calibration: null, model: 'one' }), null)
})
