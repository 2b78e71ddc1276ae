import assert from 'node:assert/strict'
import { after, before, describe, test } from 'node:test'
import { Failure } from '../../src/core/model/failure.ts'
import type { Embedder } from '../../src/core/ports/embedder.ts'
import { compareTokens } from '../../src/core/search/compare-tokens.ts'

const cat = 'The cat sleeps on the warm sofa in the living room.'
const otherCat = 'A cat was sleeping on a sofa in that living room.'
const rates = 'Central banks raised their interest rates to slow inflation.'

/**
 * What every embedder guarantees. `open` is called once; the suite closes what it opened. A remote embedder does not
 * compare words, and its requests may cost money.
 */
export function testEmbedder(
  name: string,
  open: () => Promise<Embedder>,
  { isLocal }: { isLocal: boolean } = { isLocal: true },
): void {
  describe(`embedder: ${name}`, () => {
    let embedder: Embedder
    before(async () => {
      embedder = await open()
    })
    after(() => embedder.close())

    test('declares its facts', () => {
      assert.notEqual(embedder.id, '')
      for (const fact of [embedder.dimensions, embedder.maxTokens, embedder.maxBatch])
        assert.ok(Number.isInteger(fact) && fact > 0)
    })

    test('vectors have the declared number of finite numbers, and length 1', async () => {
      const vectors = [
        ...(await embedder.embedDocuments([cat, rates], idle())),
        await embedder.embedQuery(cat, idle()),
      ]
      for (const vector of vectors) {
        assert.equal(vector.length, embedder.dimensions)
        assert.ok(vector.every(Number.isFinite))
        assert.ok(Math.abs(cosine(vector, vector) - 1) < 1e-4)
      }
    })

    test('vectors come in the order of the texts, however long each is', async () => {
      const texts = [cat, 'short', `${rates} ${cat} ${rates}`, rates, 'a']
      const together = await embedder.embedDocuments(texts, idle())
      assert.equal(together.length, texts.length)
      for (const [place, text] of texts.entries()) {
        const [alone] = await embedder.embedDocuments([text], idle())
        assert.deepEqual(together[place], alone, `text ${place}`)
      }
    })

    test('texts about the same are nearer to each other than to others', async () => {
      const [one, other, unrelated] = await embedder.embedDocuments([cat, otherCat, rates], idle())
      assert.ok(cosine(one!, other!) > cosine(one!, unrelated!) + 0.02)
    })

    test('a question is nearest to the text that answers it', async () => {
      const [right, wrong] = await embedder.embedDocuments([cat, rates], idle())
      const question = await embedder.embedQuery('Where does the cat sleep?', idle())
      assert.ok(cosine(question, right!) > cosine(question, wrong!))
    })

    test('no texts give no vectors', async () => {
      assert.deepEqual(await embedder.embedDocuments([], idle()), [])
    })

    test('empty, blank, strange and over-long texts are embedded, not refused', async () => {
      const long = `${cat} `.repeat(Math.ceil(embedder.maxTokens / 5))
      const texts = ['', ' \n\t ', '🙂🙃', '東京都に住む', '\u0000\ud800', long]
      const vectors = await embedder.embedDocuments(texts, idle())
      assert.equal(vectors.length, texts.length)
      assert.ok((await embedder.embedQuery('', idle())).some(value => value !== 0))
    })

    test('a text is cut at the limit: what follows changes nothing', async () => {
      const long = `${cat} `.repeat(embedder.maxTokens)
      const [one, other] = await embedder.embedDocuments([`${long} zebra`, `${long} ${rates}`], idle())
      assert.deepEqual(one, other)
    })

    test('an aborted signal ends the call with CANCELLED, and the next call works', async () => {
      const isCancelled = (error: unknown) => error instanceof Failure && error.code === 'CANCELLED'
      await assert.rejects(embedder.embedDocuments([cat], AbortSignal.abort()), isCancelled)
      await assert.rejects(embedder.embedQuery(cat, AbortSignal.abort()), isCancelled)
      assert.equal((await embedder.embedQuery(cat, idle())).length, embedder.dimensions)
    })

    test('says whether it runs here and tells of words', () => {
      assert.equal(embedder.isLocal, isLocal)
      assert.equal(embedder.compareWords !== null, isLocal)
    })

    if (isLocal)
      test('words of a question are compared with those of each text', async () => {
        const { compareWords } = embedder
        assert.ok(compareWords)
        const question = ['Where', 'does', 'the', 'cat', 'sleep?']
        const texts = [cat, rates, '', `${cat} `.repeat(embedder.maxTokens)]
        const answers = await compareWords(question, texts, idle())
        assert.equal(answers.length, texts.length)
        for (const nearness of answers) {
          assert.equal(nearness.length, question.length)
          assert.ok(Array.from(nearness).every(value => value >= 0 && value < 1.001))
        }
        const [right, wrong, empty] = answers.map(nearness => nearness[3] ?? 0)
        assert.ok(right! > wrong! + 0.05, `cat: ${right} is no nearer than ${wrong}`)
        assert.ok(empty! <= wrong!)
        assert.deepEqual((await compareWords(question, [rates], idle()))[0], answers[1])
        assert.deepEqual(await compareWords(question, [], idle()), [])
        await assert.rejects(
          compareWords(question, [cat], AbortSignal.abort()),
          (error: unknown) => error instanceof Failure && error.code === 'CANCELLED',
        )
      })

    test('tokens of passages are bits that the tokens of a question can be compared with', async context => {
      const { tokens } = embedder
      if (tokens === null) return context.skip('the model embeds whole texts only')
      const texts = [cat, rates, '', `${cat} `.repeat(embedder.maxTokens)]
      const made = await tokens.embedDocuments(texts, idle())
      assert.deepEqual(
        made.map(({ vector }) => vector),
        await embedder.embedDocuments(texts, idle()),
      )
      const bytes = tokens.width / 8
      const bits = made.map(({ tokenBits }) => tokenBits ?? assert.fail('no bits'))
      for (const passage of bits) assert.equal(passage.length % bytes, 0)
      const [short = 0, , empty, long = 0] = bits.map(({ length }) => length / bytes)
      assert.ok(short >= 3 && short <= embedder.countTokens(cat))
      assert.equal(empty, 0)
      // The same words again add no row; the cut may leave a part of one.
      assert.ok(long >= short && long <= short + 1, `${long} rows, ${short} for the same words once`)
      const question = await tokens.readQuestion('Where does the cat  sleep?', idle())
      assert.ok(question)
      assert.equal(question.vectors.length, question.words.length * tokens.width)
      assert.deepEqual([...new Set(question.words)], [0, 1, 2, 3, 4])
      const near = (passage: Uint8Array) => {
        const weights = question.words.map(word => (word === 3 ? 1 : 0))
        return compareTokens({ tokens: question, weights, width: tokens.width }, [passage])[0] ?? 0
      }
      assert.ok(
        near(bits[0]!) > near(bits[1]!) + 0.05,
        `${near(bits[0]!)} is no nearer than ${near(bits[1]!)}`,
      )
      assert.deepEqual((await tokens.embedDocuments([rates], idle()))[0]?.tokenBits, bits[1])
      await assert.rejects(
        tokens.embedDocuments([cat], AbortSignal.abort()),
        (error: unknown) => error instanceof Failure && error.code === 'CANCELLED',
      )
    })

    test('tokens are counted: none in nothing, more in more', () => {
      assert.equal(embedder.countTokens(''), 0)
      assert.equal(embedder.countTokens(' \n '), 0)
      assert.ok(embedder.countTokens(cat) >= 8 && embedder.countTokens(cat) <= cat.length)
      assert.ok(embedder.countTokens(`${cat} ${rates}`) > embedder.countTokens(cat))
    })

    test('warming up may be asked for at any time, more than once', async () => {
      await Promise.all([embedder.warm(), embedder.warm()])
    })
  })
}

export function idle(): AbortSignal {
  return new AbortController().signal
}

export function cosine(one: Float32Array, other: Float32Array): number {
  return one.reduce((sum, value, i) => sum + value * (other[i] ?? 0), 0)
}
