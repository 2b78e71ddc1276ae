import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { slow } from '../../../../test/support/slow.ts'
import { openEmbedder } from '../../../adapters/embedders/index.ts'
import type { Embedder } from '../../../core/ports/embedder.ts'
import type { AnswerParts } from './answer-question.ts'
import { calibrateMeaning, type MeaningScale } from './calibrate-meaning.ts'
import { checkStatement } from './check-statement.ts'
import { idle, partsOver, passage } from './test/fixtures.ts'

const care = passage(
  'The filter of the pump is cleaned every month with warm water. Solvents must never be used on the filter. The pump of Model X holds 4.5 litres and was first sold by Ada Stone in 1999.',
)
const secrets = passage(
  'The secrets module is used for generating cryptographically strong random numbers suitable for managing data such as passwords, account authentication, security tokens, and related secrets. In particular, secrets should be used in preference to the default pseudo-random number generator in the random module, which is designed for modelling and simulation, not security or cryptography. As of 2015, it is believed that 32 bytes (256 bits) of randomness is sufficient for the typical use-case expected for the secrets module.',
  { title: 'secrets', section: ['Random numbers'] },
)

const kept: [string, typeof care][] = [
  ['The filter of the pump is cleaned every month with warm water.', care],
  ['Every month the filter is cleaned with warm water.', care],
  ['Solvents must never be used on the filter.', care],
  ['Do not use solvents on the filter.', care],
  ['The pump of Model X holds 4.5 litres.', care],
  ['The secrets module generates cryptographically strong random numbers.', secrets],
  ['The random module is designed for simulation, not security.', secrets],
  ['The random module is designed for modelling and simulation.', secrets],
  ['32 bytes of randomness are believed to be sufficient.', secrets],
]

const dropped: [string, typeof care][] = [
  ['The pump of Model X holds 5.4 litres.', care],
  ['The pump of Model X holds 4.5 litres and 20 bar.', care],
  ['The filter of the pump is not cleaned every month with warm water.', care],
  ['Solvents must be used on the filter.', care],
  ['It was first sold by Karl Stone in 1999.', care],
  ['Bananas ripen quickly in a warm kitchen.', care],
  ['The random module is designed for security.', secrets],
  ['The secrets module is slower than the random module.', secrets],
  ['Passwords managed by the secrets module expire after a typical use.', secrets],
  ['As of 2015 the random module is sufficient for passwords.', secrets],
]

for (const model of ['hash', 'gte-small'])
  describe(
    `with ${model}, a sentence is kept only when its passage bears it out`,
    model === 'hash' ? {} : slow,
    () => {
      let embedder: Embedder
      let parts: AnswerParts
      let scale: MeaningScale
      before(async () => {
        const openai = { baseUrl: '', apiKey: null, dimensions: null, maxTokens: null }
        embedder = await openEmbedder(model, { local: {}, openai })
        parts = partsOver([care], { embedder })
        scale = await calibrateMeaning(embedder)
      })
      after(() => embedder.close())

      for (const [sentences, isSupported] of [
        [kept, true],
        [dropped, false],
      ] as const)
        for (const [sentence, source] of sentences)
          test(`${isSupported ? 'kept' : 'dropped'}: ${sentence}`, async () => {
            const check = await checkStatement({ sentence, passages: [source], scale }, parts, idle())
            assert.equal(check.isSupported, isSupported, check.reason ?? '')
            assert.equal(check.reason === null, isSupported)
          })

      test('a sentence that cites nothing that exists is dropped', async () => {
        const check = await checkStatement(
          { sentence: 'The filter is cleaned.', passages: [], scale },
          parts,
          idle(),
        )
        assert.equal(check.isSupported, false)
      })
    },
  )
