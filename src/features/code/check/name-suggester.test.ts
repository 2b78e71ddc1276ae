import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slow } from '../../../../test/support/slow.ts'
import { openEmbedder } from '../../../adapters/embedders/index.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Embedder } from '../../../core/ports/embedder.ts'
import { check, repository } from '../graph/test/library.ts'
import { nameSuggester } from './name-suggester.ts'
import { rankBySpelling, rankByWords } from './rank-names.ts'
import { basket, suggested, wrongName } from './test/wrong-names.ts'

const { signal } = new AbortController()

/** A small real model that tells how often it was asked. */
async function countedEmbedder(): Promise<{ embedder: Embedder; texts: string[] }> {
  const texts: string[] = []
  const real = await openEmbedder('hash')
  const embedder: Embedder = {
    ...real,
    embedDocuments(asked, stop) {
      texts.push(...asked)
      return real.embedDocuments(asked, stop)
    },
  }
  return { embedder, texts }
}

test('the nearest spelling comes first, and far ones not at all', () => {
  const names = (wrong: string, candidates: string[]) =>
    rankBySpelling(wrong, candidates).map(({ name }) => name)
  assert.deepEqual(names('add_argumnt', ['add_arguments', 'add_argument', 'zip']), [
    'add_argument',
    'add_arguments',
  ])
  assert.deepEqual(names('getItems', ['get_items', 'quit']), ['get_items'])
})

test('a word of the documentation points to its member, and one that all have to none', () => {
  const members = Object.entries(basket).map(([name, doc]) => ({ name, doc }))
  const names = (wrong: string) => rankByWords(wrong, members).map(({ name }) => name)
  assert.deepEqual(names('removing'), ['take_out'])
  assert.deepEqual(names('lock_basket'), ['is_locked'])
  assert.deepEqual(names('zebra'), [])
})

test('without a model, spelling and words still suggest, private names and data excepted', async () => {
  assert.deepEqual(await suggested('pant', null), ['paint'])
  assert.deepEqual(await suggested('remove', null), ['take_out'])
  assert.deepEqual(await suggested('hidden', null), [])
})

test('the model is asked only when a name needs it, and for each text once', async () => {
  const { embedder, texts } = await countedEmbedder()
  const suggest = nameSuggester(embedder)
  await suggest([], signal)
  await suggest([wrongName('sizee'), { ...wrongName('whatever'), members: null }], signal)
  assert.deepEqual(texts, [])
  await suggest([wrongName('insert'), wrongName('delete')], signal)
  assert.equal(new Set(texts).size, texts.length)
  const asked = texts.length
  await suggest([wrongName('insert')], signal)
  assert.equal(texts.length, asked)
})

test('a report with many wrong names stays within its budget of texts, small classes first', async () => {
  const { embedder, texts } = await countedEmbedder()
  const large = Object.fromEntries(
    Array.from({ length: 300 }, (_, at) => [`thing_${at}`, `Thing number ${at}.`]),
  )
  const wrongs = [wrongName('vanish', large), wrongName('insert')]
  await nameSuggester(embedder)(wrongs, signal)
  assert.ok(texts.length <= 96, `${texts.length} texts`)
  assert.ok(texts.some(text => text.startsWith('take out: Remove')))
})

test('a model that fails is said, and suggestions go on without it', async () => {
  const { embedder } = await countedEmbedder()
  const broken: Embedder = {
    ...embedder,
    embedDocuments: () => Promise.reject(new Failure('unavailable', 'EMBEDDER_DOWN', 'No answer.')),
  }
  const wrong = wrongName('remove')
  const { names, warnings } = await nameSuggester(broken)([wrong], signal)
  assert.deepEqual(names.get(wrong), ['take_out'])
  assert.match(warnings.join(), /No answer/)
})

test('a wrong keyword is answered with the names that are right', async () => {
  const library = await repository({
    'lib.py': 'def fold(cloth, times, *, corner=None):\n    """Folds a cloth."""\n',
  })
  const suggestionOf = async (call: string) =>
    (await check(library, `import lib\nlib.${call}`)).hallucinations[0]?.suggestion
  assert.equal(await suggestionOf('fold(1, 2, corners=3)'), 'Did you mean: corner?')
  assert.equal(await suggestionOf('fold(1, 2, zebra=3)'), 'Did you mean: cloth, times, corner?')
  assert.equal(await suggestionOf('fold(1)'), null)
})

test('too many or too long wrong names get no suggestions, and that is reported', slow, async () => {
  const docs = Object.fromEntries(Array.from({ length: 600 }, (_, at) => [`member_${at}`, 'Does it.']))
  const wrongs = [
    wrongName('x'.repeat(1000)),
    ...Array.from({ length: 200 }, (_, at) => wrongName(`mamber_${at}`, docs)),
  ]
  const { names, warnings } = await nameSuggester(null)(wrongs, signal)
  assert.ok(names.size > 100 && names.size < 200, String(names.size))
  assert.equal(
    warnings.join(),
    `${wrongs.length - names.size} wrong name(s) have no suggestions: there are too many of them, or they are too long.`,
  )
})
