import assert from 'node:assert/strict'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import { makeZip } from '../../../src/adapters/converters/test/make-zip.ts'
import { spawnQuire, temporaryHome } from '../../e2e/cli/spawn-quire.ts'
import { makeDocuments } from './make-poison.ts'

/** One pixel. Programs such as unrtf write the pictures of a document as files into the working folder. */
const picture =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='

const withPictures: readonly { name: string; bytes: string | Uint8Array }[] = [
  {
    name: 'picture.rtf',
    bytes: `{\\rtf1\\ansi A harbour.\\par{\\pict\\emfblip\\picw10\\pich10 ${'0100000058'.repeat(40)}}{\\pict\\pngblip ${Buffer.from(picture, 'base64').toString('hex')}}}`,
  },
  {
    name: 'attachment.eml',
    bytes: [
      'From: a@example.org\nSubject: Harbour\nMIME-Version: 1.0\nContent-Type: multipart/mixed; boundary=b\n',
      '--b\nContent-Type: text/plain\n\nA harbour.\n',
      `--b\nContent-Type: image/png\nContent-Disposition: attachment; filename=pict001.png\nContent-Transfer-Encoding: base64\n\n${picture}\n--b--\n`,
    ].join('\n'),
  },
  { name: 'page.html', bytes: `<p>A harbour.</p><img src="data:image/png;base64,${picture}">` },
  {
    name: 'archive.zip',
    bytes: makeZip([
      { name: 'notes/harbour.md', content: '# A harbour\n' },
      { name: 'pict001.png', content: Buffer.from(picture, 'base64') },
    ]),
  },
]

test('converting documents writes no file into the working folder, nor beside the documents', async t => {
  const home = await temporaryHome(t)
  const [working, documents] = [join(home, 'working'), join(home, 'documents')]
  await mkdir(working)
  await mkdir(documents)
  const sources = [...withPictures, ...makeDocuments(11)]
  for (const { name, bytes } of sources) await writeFile(join(documents, name), bytes)

  const quire = spawnQuire(t, ['ingest', documents, '--json'], { home, cwd: working })
  await quire.ended

  const { results } = JSON.parse(quire.stdout())
  assert.equal(
    results.filter(({ status }: { status: string }) => status === 'indexed').length,
    sources.length,
    quire.stderr(),
  )
  assert.deepEqual(await readdir(working), [])
  assert.deepEqual((await readdir(documents)).sort(), sources.map(({ name }) => name).sort())
})
