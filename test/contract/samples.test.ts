import assert from 'node:assert/strict'
import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import test from 'node:test'
import { makeSamples } from '../../scripts/make-samples.ts'
import { questions } from '../corpus/questions.ts'

const samples = join(import.meta.dirname, '../../samples')
const texts = join(import.meta.dirname, '../../scripts/samples')

for (const { name, bytes } of makeSamples())
  test(`${name} is exactly what the script makes`, () => {
    assert.ok(readFileSync(join(samples, name)).equals(bytes), 'run node scripts/make-samples.ts')
  })

test('the samples are small', () => {
  const sizes = readdirSync(samples).map(name => statSync(join(samples, name)).size)
  assert.ok(sizes.reduce((sum, size) => sum + size, 0) < 300_000)
})

test('the field guide has an outline, roman and arabic page labels, and 13 pages', () => {
  const pdf = readFileSync(join(samples, 'field-guide.pdf'), 'latin1')
  assert.match(pdf, /\/PageLabels << \/Nums \[0 << \/S \/r >> 3 << \/S \/D >>\] >>/)
  assert.equal(pdf.match(/\/Type \/Page /g)?.length, 13)
  assert.ok((pdf.match(/\/Dest \[/g)?.length ?? 0) > 15)
})

test('questions about the field guide name the printed page of their answer', () => {
  const pages = pageTexts(readFileSync(join(samples, 'field-guide.pdf'), 'latin1'))
  const labels = ['i', 'ii', 'iii', ...pages.slice(3).map((_, index) => String(index + 1))]
  for (const { id, page_label, answer } of questions.filter(({ file }) => file === 'field-guide.pdf')) {
    const found = labels.filter((_, index) => pages[index]?.includes(answer))
    assert.deepEqual(found, [page_label], id)
  }
})

for (const { id, question, file, section, answer } of questions) {
  test(`question ${id} is answered word for word by its file`, () => {
    const text = textOf(file)
    assert.ok(text.includes(answer), `${file} does not say '${answer}'`)
    if (section !== null) assert.ok(text.includes(section), `${file} has no section '${section}'`)
  })

  test(`question ${id} gives away at most two words of the title that answers it`, () => {
    const title = contentWords(`${section ?? ''} ${file.replace(/\.\w+$/, '')}`)
    const shared = [...contentWords(question)].filter(word => title.has(word))
    assert.ok(shared.length <= 2, shared.join(', '))
  })
}

/** Returns the text of each page, from its uncompressed content stream. */
function pageTexts(pdf: string): string[] {
  return [...pdf.matchAll(/stream\n(BT.*?)\nendstream/gs)].map(([, content = '']) =>
    [...content.matchAll(/\(((?:[^()\\]|\\.)*)\) Tj/g)].map(([, shown = '']) => shown).join(' '),
  )
}

/** Returns the text of a sample. A generated sample is represented by the text it is generated from. */
function textOf(file: string): string {
  const made = join(texts, file.replace(/\.\w+$/, '.md'))
  const isMade = makeSamples().some(sample => sample.name === file)
  return readFileSync(isMade ? made : join(samples, file), 'utf8').replace(/\s+/g, ' ')
}

function contentWords(text: string): Set<string> {
  const common = new Set(
    'a an and are at by do does for from how i in is it of on the to what when which who why with'.split(' '),
  )
  return new Set((text.toLowerCase().match(/\p{L}+/gu) ?? []).filter(word => !common.has(word)))
}
