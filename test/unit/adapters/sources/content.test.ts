import assert from 'node:assert/strict'
import test from 'node:test'
import { contentSource } from '../../../../src/adapters/sources/content.ts'

const cases: [label: string, name: string, fileType: string][] = [
  ['notes', 'notes.md', 'md'],
  ['notes.md', 'notes.md', 'md'],
  ['folder/list.CSV', 'list.CSV', 'csv'],
  ['page.html', 'page.html', 'html'],
  ['scan.pdf', 'scan.pdf.md', 'pdf'],
  ['https://example.org', 'content.md', 'md'],
  ['https://example.org/a/b.txt?x=1', 'b.txt', 'txt'],
  ['C:\\docs\\plan.txt', 'plan.txt', 'txt'],
  ['Talk with J.Smith', 'Talk with J.Smith.md', 'md'],
  ['release v1.2', 'release v1.2.md', 'md'],
]

for (const [label, name, fileType] of cases)
  test(`text under the label '${label}' is ${fileType}`, () => {
    const raw = contentSource({ content: 'ä', source: label, lastModified: null })
    assert.deepEqual([raw.source, raw.name, raw.fileType], [label, name, fileType])
    assert.deepEqual([...raw.bytes], [0xc3, 0xa4])
    assert.equal(raw.charset, 'utf-8')
  })
