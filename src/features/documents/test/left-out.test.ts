import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openWorld, surfacesUnderTest, type Value, type World } from '../../../../test/contract/world.ts'
import { makeMail } from '../../../adapters/converters/mail/test/make-mail.ts'

const mail = makeMail({
  headers: { From: 'Ann <ann@example.org>', Subject: 'Wax' },
  parts: [
    { type: 'text/plain', text: 'See the notes.' },
    { type: 'text/plain', file: 'notes.txt', text: 'Wax melts at 62 degrees.' },
    {
      type: 'application/x-thing',
      file: 'thing.bin',
      bytes: Buffer.concat([Buffer.from('7f454c46020101', 'hex'), Buffer.alloc(200)]),
    },
  ],
})

for (const surface of surfacesUnderTest)
  describe(`what a folder and a mail contain over ${surface}`, () => {
    let world: World
    before(async () => {
      world = await openWorld(surface)
      const put = (name: string, text: string) => writeFile(join(world.folder, 'hive', name), text)
      await mkdir(join(world.folder, 'hive'))
      await put('bees.md', '# Bees\n\nThe bee makes wax.')
      await put('__init__.py', '')
      await put('blank.py', '\n\n')
      await put('tool.xyz', 'x')
      await writeFile(join(world.folder, 'wax.eml'), mail)
    })
    after(() => world.close())

    test('files that are not read are listed with the reason, and none of them fails', async () => {
      const answer = await world.call('ingest_folder', { folder: 'hive', library: 'hive' })
      assert.deepEqual(
        answer.results.map((row: Value) => row.file),
        ['bees.md'],
      )
      assert.deepEqual([answer.failed, answer.total_files, answer.left_out_count], [0, 1, 3])
      assert.deepEqual(answer.left_out, [
        { file: '__init__.py', reason: 'it is empty' },
        { file: 'blank.py', reason: 'it is empty' },
        { file: 'tool.xyz', reason: '.xyz is not a supported format' },
      ])
    })

    test('a mail names the documents of its attachments, and takes them with it', async () => {
      const answer = await world.call('ingest_file', { path: 'wax.eml', library: 'mail' })
      assert.deepEqual(
        answer.attachments.map((row: Value) => row.name),
        ['notes.txt'],
      )
      assert.match(answer.warnings.join(' '), /thing\.bin was skipped: Unsupported format/)
      const attached = await world.call('get_document', { doc_id: answer.attachments[0].doc_id })
      assert.equal(attached.content.trim(), 'Wax melts at 62 degrees.')
      assert.match(attached.metadata.attached_to, /wax\.eml$/)
      const own = await world.call('get_document', { doc_id: answer.doc_id })
      assert.equal(own.metadata.from, 'Ann <ann@example.org>')
      await world.call('delete_document', { doc_id: answer.doc_id })
      const { documents } = await world.call('list_documents', { library: 'mail' })
      assert.deepEqual(documents, [])
    })
  })
