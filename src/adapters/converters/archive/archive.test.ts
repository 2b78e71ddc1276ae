import assert from 'node:assert/strict'
import test from 'node:test'
import { Failure } from '../../../core/model/failure.ts'
import { context, convert, converterFor, failure, makeSource, options } from '../test/make-source.ts'
import { makeZip } from '../test/make-zip.ts'
import { textConverters } from '../text/index.ts'
import { archiveConverter, type ConvertMember } from './archive.ts'
import { defaultZipLimits } from './zip.ts'

const byEnding: ConvertMember = (raw, memberOptions, memberContext) => {
  const ending = raw.name.split('.').at(-1) ?? ''
  // Identifies a ZIP by its bytes, like the real table.
  const format = raw.bytes[0] === 0x50 && raw.bytes[1] === 0x4b ? 'zip' : ending
  if (format === 'zip') return archive.convert(raw, memberOptions, memberContext)
  if (!['txt', 'md', 'csv'].includes(format))
    throw new Failure('unsupported', 'UNSUPPORTED_FORMAT', `Unsupported format: .${ending}`)
  return converterFor(textConverters, format).convert(raw, memberOptions, memberContext)
}
const archive = archiveConverter(byEnding)

test('each member is a section with its own headings below it, in order of path', async () => {
  const bytes = makeZip([
    { name: 'notes/', content: '' },
    { name: 'notes/b.md', content: '# Bees\n\nHum.\n\n## Wax\n\nYellow.' },
    { name: 'a.txt', content: 'Plain words.' },
  ])
  const { markdown, outline, pages, fileType } = await convert(archive, makeSource('all.zip', bytes))
  assert.equal(markdown, '# a.txt\n\nPlain words.\n\n# notes/b.md\n\n# Bees\n\nHum.\n\n## Wax\n\nYellow.\n')
  assert.deepEqual(
    outline.map(entry => [entry.level, entry.title, markdown.slice(entry.start, entry.start + 6)]),
    [
      [1, 'a.txt', '# a.tx'],
      [1, 'notes/b.md', '# note'],
      [2, 'Bees', '# Bees'],
      [3, 'Wax', '## Wax'],
    ],
  )
  assert.deepEqual([pages, fileType], [[], 'zip'])
})

test('what cannot be read is skipped with a warning each; the rest is kept', async () => {
  const bytes = makeZip([
    { name: 'good.txt', content: 'Kept.' },
    { name: 'odd.xyz', content: 'unknown' },
    { name: '../escape.txt', content: 'outside' },
    { name: '/etc/passwd.txt', content: 'outside' },
    { name: 'C:\\temp.txt', content: 'outside' },
    { name: 'link.txt', content: '/etc/passwd', mode: 0o120777 },
    { name: 'locked.txt', content: 'secret', encrypted: true },
    { name: '__MACOSX/._good.txt', content: 'junk' },
  ])
  const { markdown, warnings } = await convert(archive, makeSource('mixed.zip', bytes))
  assert.equal(markdown, '# good.txt\n\nKept.\n')
  assert.equal(warnings.length, 6)
  for (const name of ['odd.xyz', '../escape.txt', '/etc/passwd.txt', 'link.txt', 'locked.txt'])
    assert.ok(
      warnings.some(warning => warning.startsWith(`${name} was skipped`)),
      name,
    )
})

test('the list of warnings is bounded', async () => {
  const files = Array.from({ length: 50 }, (_, index) => ({ name: `${index}.xyz`, content: 'x' }))
  const bytes = makeZip([...files, { name: 'a.txt', content: 'Kept.' }])
  const { warnings } = await convert(archive, makeSource('many.zip', bytes))
  assert.equal(warnings.length, 21)
  assert.match(warnings.at(-1) ?? '', /30 more/)
})

test('an archive without anything readable says why', async () => {
  const bytes = makeZip([{ name: 'odd.xyz', content: 'unknown' }])
  await assert.rejects(convert(archive, makeSource('odd.zip', bytes)), failure('invalid', 'NO_TEXT', /\.xyz/))
})

test('an archive in an archive is read, one deeper is not', async () => {
  const innermost = makeZip([{ name: 'c.txt', content: 'Third.' }])
  const inner = makeZip([
    { name: 'b.txt', content: 'Second.' },
    { name: 'deep.bin', content: innermost },
  ])
  const bytes = makeZip([
    { name: 'a.txt', content: 'First.' },
    { name: 'inner.zip', content: inner },
  ])
  const { markdown, warnings } = await convert(archive, makeSource('outer.zip', bytes))
  assert.match(markdown, /First[\s\S]*# inner\.zip[\s\S]*Second/)
  assert.doesNotMatch(markdown, /Third/)
  assert.match(warnings.join(), /deep\.bin was skipped/)
})

test('archives inside an archive share its allowance', async () => {
  const small = archiveConverter(
    (raw, memberOptions, memberContext) =>
      raw.name.endsWith('.zip')
        ? small.convert(raw, memberOptions, memberContext)
        : byEnding(raw, memberOptions, memberContext),
    { ...defaultZipLimits, totalBytes: 10_000 },
  )
  const inner = makeZip([{ name: 'a.txt', content: 'x'.repeat(6_000) }])
  const bytes = makeZip([
    { name: '1.zip', content: inner, stored: true },
    { name: '2.zip', content: inner, stored: true },
  ])
  await assert.rejects(
    convert(small, makeSource('twice.zip', bytes)),
    failure('too_large', 'SOURCE_TOO_LARGE', /unpack to too much/),
  )
})

test('an aborted call ends instead of skipping the rest', async () => {
  const controller = new AbortController()
  const stopping = archiveConverter(async () => {
    controller.abort()
    throw new Failure('unsupported', 'UNSUPPORTED_FORMAT', 'Unsupported format')
  })
  const bytes = makeZip([{ name: 'a.txt', content: 'x' }])
  await assert.rejects(
    stopping.convert(makeSource('a.zip', bytes), options, { ...context(), signal: controller.signal }),
    failure('cancelled', 'CANCELLED', /./),
  )
})
