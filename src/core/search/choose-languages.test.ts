import assert from 'node:assert/strict'
import { test } from 'node:test'
import { chooseLanguages } from './choose-languages.ts'

/** French questions begin with "comment". */
const analyzer = {
  languageOfQuestion: (text: string, languages: readonly string[]) =>
    languages.includes('fr') && text.startsWith('comment') ? 'fr' : null,
}

const library = (documentsByLanguage: Record<string, number>) => ({ documentsByLanguage })

test('a language that few documents of a library seem to have is not asked for', () => {
  const { languages } = chooseLanguages('memory', [library({ en: 990, la: 6, nl: 4 })], analyzer)
  assert.deepEqual(languages, ['en'])
})

test('unless the question is asked in it', () => {
  const asked = chooseLanguages('comment installer', [library({ en: 990, fr: 1, la: 6 })], analyzer)
  assert.deepEqual(asked, { question: 'fr', languages: ['en', 'fr'] })
})

test('the languages of a small library are asked for beside those of a large one, most frequent first', () => {
  const libraries = [library({ fr: 1 }), library({ en: 9000, de: 900 })]
  assert.deepEqual(chooseLanguages('memory', libraries, analyzer).languages, ['en', 'de', 'fr'])
})

test('a library without documents has no language', () => {
  assert.deepEqual(chooseLanguages('memory', [library({})], analyzer), { question: null, languages: [] })
})
