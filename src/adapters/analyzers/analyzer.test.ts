import assert from 'node:assert/strict'
import { describe, test } from 'node:test'
import { analyzer } from './analyzer.ts'

const { analyze, analyzeQuery, analyzeWords, detectLanguage, findTerms, languageOfQuestion } = analyzer()
const terms = (text: string, language = 'en') => analyze(text, language).join(' ')

describe('terms', () => {
  const cases: [promise: string, text: string, language: string, expected: string][] = [
    [
      'words are lower-cased and stemmed, in order, as often as they occur',
      'Cats chase cats',
      'en',
      'cat chase cat',
    ],
    ['stop words stay in the index', 'The end of the war', 'en', 'the end of the war'],
    ['a language without stemmer is only folded', 'Łódź zażółć', 'pl', 'lodz zazolc'],
    ['an unknown language is only folded', 'Running Cafés', 'und', 'running cafes'],
    ['compatibility forms are one', 'ﬁle ｆｕｌｌ ①', 'und', 'file full 1'],
    ['sharp s and umlauts are folded', 'Straße Strasse STRASSE', 'de', 'strass strass strass'],
    ['umlauts may be spelt out or left out', 'Müller Mueller Muller', 'de', 'mull mull mull'],
    ['inflected German forms meet', 'Häuser Hauses Haus', 'de', 'haus haus haus'],
    ['French elision is cut off', 'l’école d’été', 'fr', 'l ecol d ete'],
    ['Russian ё is е', 'ёлка елка', 'ru', 'елк елк'],
    ['Greek accents and final sigma', 'Οδυσσεύς ΟΔΥΣΣΕΥΣ', 'el', 'οδυσσευσ οδυσσευσ'],
    ['marks that are letters are kept', 'हिन्दी', 'hi', 'हिन्दी'],
    ['apostrophes part words', "Anna's don't", 'en', 'anna s don t'],
    ['names with signs are also kept whole', 'ERR_TOO_BIG', 'en', 'err too big =err_too_big'],
    ['so are hyphenated words', 'gte-small models', 'en', 'gte small =gte-small model'],
    [
      'so are paths, versions and modules',
      'node:sqlite v1.2.3',
      'en',
      'node sqlite =node:sqlite v1 2 3 =v1.2.3',
    ],
    ['letters mixed with digits', 'B12', 'en', 'b12 =b12'],
    ['numbers alone are just numbers', '1492', 'en', '1492'],
    [
      'camel case is split, and kept',
      'XMLHttpRequest',
      'en',
      'xmlhttprequest xml http request =xmlhttprequest',
    ],
    ['signs that end a name', 'C++ and C#', 'en', 'c =c++ and c =c#'],
    ['the sign at the end of a sentence is no part of a name', 'See foo. Bar', 'en', 'see foo bar'],
    ['Chinese gives characters and pairs', '东京都', 'zh', '东 京 都 东京 京都'],
    ['scripts are told apart inside a word', 'USB接口', 'zh', 'usb 接 口 接口'],
    ['Thai marks stay on their letters', 'กี่', 'th', 'กี่'],
    ['nothing gives nothing', ' … — !? \n', 'en', ''],
  ]
  for (const [promise, text, language, expected] of cases)
    test(promise, () => assert.equal(terms(text, language), expected))

  test('an endless word is cut, an endless name is not kept whole', () => {
    const [word] = analyze('x'.repeat(5000), 'en')
    assert.equal(word?.length, 64)
    assert.deepEqual(
      analyze(`a_${'b'.repeat(100)}`, 'en').filter(term => term.startsWith('=')),
      [],
    )
  })

  test('a whole name never equals a stem', () => {
    assert.ok(!analyze('big', 'en').some(term => analyze('ERR_BIG', 'en').includes(`=${term}`)))
  })
})

describe('questions', () => {
  const cases: [promise: string, text: string, languages: string[], expected: string][] = [
    ['stop words are left out', 'What is the capital of the country?', ['en'], 'capit countri'],
    ['unless nothing else is left', 'to be or not to be', ['en'], 'not'],
    ['a question of stop words only keeps them', 'who is it?', ['en'], 'who is it'],
    ['terms come once', 'war and war', ['en'], 'war'],
    ['each language stems its own way', 'national houses', ['en', 'de'], 'nation national hous'],
    ['a stop word of one language is a word in another', 'war', ['de', 'en'], 'war'],
    [
      'the stop words of an English question are dropped in the other languages of a library too',
      'how do I manage the memory?',
      ['en', 'fr'],
      'manag memori memory',
    ],
    ['and those of a German question', 'Wie stirbt die Zelle?', ['en', 'de'], 'stirbt zell'],
    ['an English word that German leaves out is asked for', 'how do cells die', ['en', 'de'], 'cell die'],
    ['German question words', 'Welche Flüsse münden in die Donau?', ['de'], 'fluss mund donau'],
    ['text of unknown language drops the stop words around it', 'the cats', ['und', 'en'], 'cats cat'],
    ['without a language, as if unknown', 'the cats', [], 'cats'],
    ['abbreviations that say nothing', 'metals, e.g. iron, i.e. Fe', ['en'], 'metal e g iron fe'],
    ['a name is asked for whole and in parts', 'ERR_TOO_BIG', ['en'], 'err big =err_too_big'],
    ['Chinese is asked for by pairs', '东京都', ['zh'], '东京 京都'],
    ['a single character can be asked for', '茶', ['zh'], '茶'],
    ['nothing gives nothing', '?!', ['en'], ''],
  ]
  for (const [promise, text, languages, expected] of cases)
    test(promise, () => assert.equal(analyzeQuery(text, languages).join(' '), expected))

  test('the language of a question shows in its function words', () => {
    const cases: [text: string, languages: string[], expected: string | null][] = [
      ['how do cells die', ['de', 'en'], 'en'],
      ['Wie installiere ich das?', ['en', 'de', 'fr'], 'de'],
      ['comment installer les paquets', ['en', 'de', 'fr'], 'fr'],
      ['PostgreSQL replication', ['en', 'de'], null],
      ['in', ['en', 'de'], null],
      ['Wie installiere ich das?', ['fr'], null],
    ]
    for (const [text, languages, expected] of cases)
      assert.equal(languageOfQuestion(text, languages), expected, text)
  })

  test('word by word, each has the forms that it takes in the languages', () => {
    assert.deepEqual(analyzeWords('the national houses', ['en', 'und']), [
      ['nation', 'national'],
      ['hous', 'houses'],
    ])
  })

  test('every term of a question but the pairs of single characters is a term of the same text', () => {
    const text = 'The XMLHttpRequest of node:sqlite in 东京都, 2.5 mm café-bar'
    const index = new Set(analyze(text, 'en'))
    for (const term of analyzeQuery(text, ['en'])) assert.ok(index.has(term), term)
  })
})

describe('language', () => {
  const cases: [text: string, language: string][] = [
    ['The committee met on Tuesday to discuss the new budget.', 'en'],
    ['THE COMMITTEE MET ON TUESDAY TO DISCUSS THE NEW BUDGET.', 'en'],
    ['Der Ausschuss tagte am Dienstag, um über den Haushalt zu beraten.', 'de'],
    ['Le comité s’est réuni mardi pour discuter du budget.', 'fr'],
    ['El comité se reunió el martes para debatir el presupuesto.', 'es'],
    ['Комитет собрался во вторник, чтобы обсудить бюджет.', 'ru'],
    ['委员会星期二开会讨论新预算。', 'zh'],
    ['委員会は火曜日に会合を開いた。', 'ja'],
    [
      '| a | b |\n|---|---|\n\n# Haushalt\n\nDer Ausschuss tagte am Dienstag: https://www.example.com/the/new/budget',
      'de',
    ],
    ['', 'und'],
    ['ok', 'und'],
    ['12 345 678,90 — 2024-01-01', 'und'],
  ]
  for (const [text, language] of cases)
    test(`${language}: ${text.slice(0, 30).replaceAll('\n', ' ')}`, async () =>
      assert.equal((await detectLanguage(text)).language, language))

  test('a guess from few words says that it rests on little', async () => {
    const short = await detectLanguage('Budget report')
    const long = await detectLanguage('The committee met on Tuesday to discuss the new budget. '.repeat(5))
    assert.ok(short.evidence < 20 && long.evidence > 200)
  })
})

describe('wanted terms', () => {
  const texts: [language: string, text: string][] = [
    ['en', 'tying cry cries crying by eye eyed news hoped hoping agreed relational vividly generically owed'],
    ['en', 'Dying skies lied idly; the ÆTHER of gte-small, ERR_TOO_BIG and iPhones, yes, youngly'],
    ['de', 'Über die Häuser: Übungen, Aerzte und Ärzte, Oel, Straßen und der Mueller aus Ueberlingen'],
    ['fr', 'L’été, les œuvres écrites à l’école et les yeux, Yvette jouait'],
    ['nl', 'Gegeven gelden, geëiste ijzers en ’s morgens een ijsje'],
    ['ru', 'Ёлки и подъезды съезжались под ёлками'],
    ['ar', 'والكتاب والمدرسة بالبيت للطلاب الكتاب'],
    ['ga', 'an bhean, na mná, mbád, n-oíche, t-uisce, gcathair'],
    ['ta', 'இந்த வீடுகளில் உள்ள புத்தகங்கள்'],
    ['ja', '東京都の図書館で本を読む'],
    ['und', 'Łódź и ΟΔΥΣΣΕΥΣ ﬁle'],
  ]
  for (const [language, text] of texts)
    test(`each term of a text in ${language} is found, and no other`, () => {
      const all = new Set(analyze(text, language))
      assert.ok(all.size > 3)
      for (const term of all)
        assert.deepEqual(findTerms(text, language, new Set([term, 'zebra'])), new Set([term]))
      assert.deepEqual(findTerms(text, language, all), all)
      assert.deepEqual(findTerms(text, language, new Set()), new Set())
    })
})
