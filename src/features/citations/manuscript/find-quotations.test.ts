import assert from 'node:assert/strict'
import { test } from 'node:test'
import { cpuMs } from '../../../../test/support/cpu-ms.ts'
import { slow } from '../../../../test/support/slow.ts'
import { findQuotations } from './find-quotations.ts'
import { findTextCitations } from './find-text-citations.ts'
import { readMarkdownManuscript } from './read-markdown-manuscript.ts'

function quotesIn(text: string): string[] {
  const blocks = [{ kind: 'text' as const, start: 0, end: text.length, anchor: null }]
  return findQuotations({ text, blocks }).map(({ inner }) => text.slice(inner.start, inner.end))
}

test('quotation marks of many languages enclose a quotation', () => {
  const cases: [string, string[]][] = [
    ['He wrote “the map is not” and left.', ['the map is not']],
    ['Er schrieb „die Karte ist nicht“ und ging.', ['die Karte ist nicht']],
    ['Il a dit « la carte n’est pas » hier.', [' la carte n’est pas ']],
    ['Hun skrev »kortet er ikke« i går.', ['kortet er ikke']],
    ['Hän sanoi »kartta ei ole» eilen.', ['kartta ei ole']],
    ['Han skrev ”kartan är inte” igår.', ['kartan är inte']],
    ['Er nannte es ‚die Karte‘ damals.', ['die Karte']],
    ['He called it ‘the authors’ own map’ then.', ['the authors’ own map']],
    ['She said "the map is not" twice.', ['the map is not']],
    ['Er schrieb „er nannte es ‚Karte‘ nur“ dort.', ['er nannte es ‚Karte‘ nur']],
    ['“He said “stop” to us” it reads.', ['He said “stop” to us']],
    ['彼は「地図は土地ではない」と書いた。', ['地図は土地ではない']],
    ['One “first quote” and then “second quote”.', ['first quote', 'second quote']],
  ]
  for (const [text, expected] of cases) assert.deepEqual(quotesIn(text), expected, text)
})

test('apostrophes, inches and single marks enclose nothing', () => {
  for (const text of [
    "The authors' rights and the readers' rights are the '90s debate.",
    'It is the printers’ guild that wasn’t asked.',
    'A sheet of 12" by 9" was usual.',
    'An opening “mark that never ends.',
  ])
    assert.deepEqual(quotesIn(text), [], text)
})

test('a quotation may continue on the next page', () => {
  const text = 'He wrote “the map\n\nis not the territory” there.'
  const blocks = [
    { kind: 'text' as const, start: 0, end: 17, anchor: null },
    { kind: 'text' as const, start: 19, end: text.length, anchor: null },
  ]
  const [found] = findQuotations({ text, blocks })
  assert.equal(text.slice(found?.inner.start, found?.inner.end), 'the map\n\nis not the territory')
})

test('hostile manuscripts are read in a time that grows with their length', slow, async () => {
  const busyMs = await cpuMs(() => {
    for (const piece of [
      '“',
      '"a ',
      "'a ",
      '„“',
      '(',
      '[@a',
      '@a [',
      'A, ',
      'Aa Bb ',
      '(A 2004, ',
      'van ',
      '> “',
    ])
      for (const joint of ['', '\n\n']) {
        const manuscript = readMarkdownManuscript(Array.from({ length: 3_000 }, () => piece).join(joint))
        findQuotations({
          ...manuscript,
          citations: findTextCitations(manuscript, new Set()),
        } as typeof manuscript)
      }
  })
  assert.ok(busyMs < 10_000, `${busyMs} ms`)
})
