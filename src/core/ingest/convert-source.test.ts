import assert from 'node:assert/strict'
import { test } from 'node:test'
import { analyzer } from '../../adapters/analyzers/analyzer.ts'
import { buildDocument } from './convert-source.ts'

type Findings = Parameters<typeof buildDocument>[0]
type Parts = Parameters<typeof buildDocument>[1]

test('the language is heard from the text; where it says too little, what the source declares is believed', async () => {
  assert.equal(await languageOf('Der Ausschuss tagte am Dienstag und beriet über den Haushalt.', 'en'), 'de')
  assert.equal(await languageOf('42', 'en'), 'en')
  assert.equal(await languageOf('42', undefined), 'und')
})

async function languageOf(markdown: string, declared: string | undefined): Promise<string> {
  const converted = { markdown, title: null, fileType: 'html', pages: [], outline: [], warnings: [] }
  // SAFETY: only what is needed for a document's language.
  const findings = {
    raw: { name: 'page', source: 'https://a.example/', fileType: null, lastModified: null },
    converted: declared === undefined ? converted : { ...converted, language: declared },
    attached: { stored: [], warnings: [] },
    fingerprint: { contentHash: 'a', fingerprint: 'b' },
    collection: { name: 'web' },
    request: { metadata: {} },
  } as unknown as Findings
  const parts = {
    analyzer: analyzer(),
    clock: { now: () => '2026-01-01T00:00:00Z' },
    store: { describeCollections: async () => [] },
  } as unknown as Parts
  return (await buildDocument(findings, parts)).language
}
