import assert from 'node:assert/strict'
import { mkdir, rm, symlink, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, test } from 'node:test'
import { openWorld, surfacesUnderTest, type Value, type World } from '../../../../test/contract/world.ts'
import { features } from '../../../app/features.ts'

const namesOf = (answer: Value): string[] => answer.entries.map((entry: Value) => entry.name)

for (const surface of surfacesUnderTest)
  describe(`looking around over ${surface}`, () => {
    let world: World
    before(async () => {
      world = await openWorld(surface)
      const { folder } = world
      await mkdir(join(folder, 'notes', 'deep'), { recursive: true })
      await writeFile(join(folder, 'notes', 'a.txt'), 'one\ntwo\r\nthree\n')
      await writeFile(join(folder, 'notes', 'b.bin'), new Uint8Array([0x89, 0x50, 0x00, 0xff]))
      await writeFile(join(folder, 'notes', 'wide.txt'), `${'x'.repeat(70_000)}\nlast`)
      await writeFile(join(folder, 'notes', 'huge.txt'), 'y'.repeat(5_000_000))
      await writeFile(join(folder, 'notes', 'utf16.txt'), Buffer.from('\ufeffgrün', 'utf16le'))
      await writeFile(`${folder}-secret.txt`, 'secret')
      await symlink(`${folder}-secret.txt`, join(folder, 'notes', 'out'))
      await symlink(dirname(folder), join(folder, 'notes', 'up'))
      await symlink(join(folder, 'notes', 'a.txt'), join(folder, 'notes', 'within'))
    })
    after(async () => {
      await rm(`${world.folder}-secret.txt`, { force: true })
      await world.close()
    })

    test('Y-LIST-1 modules of every toolset are there in both languages, whatever is mounted', async () => {
      const contractFolders = features.flatMap(({ toolset }) => toolset?.codeFolder ?? [])
      assert.deepEqual(
        namesOf(await world.call('list_directory', {})),
        ['README.md', '__init__.py', 'client.py', ...contractFolders, 'python', 'typescript'].toSorted(),
      )
      const typescript = await world.call('list_directory', { path: 'servers/typescript' })
      const toolsets = features.flatMap(({ toolset }) => toolset?.name ?? [])
      for (const name of ['client.ts', 'index.ts', ...toolsets])
        assert.ok(namesOf(typescript).includes(name), name)
      assert.ok(!namesOf(typescript).includes('conformance'))
      const python = await world.call('list_directory', { path: 'servers/python/system/' })
      assert.ok(namesOf(python).includes('list_jobs.py'))
      const { content } = await world.call('read_file', { path: 'servers/python/system/list_jobs.py' })
      assert.match(content, /async def list_jobs\(/)
    })

    test('files for credentials are refused, and folders of keys are not listed', async () => {
      await mkdir(join(world.folder, 'project', '.ssh'), { recursive: true })
      const files = ['.env', 'quire.toml', 'credentials.json', '.ssh/notes.md']
      for (const name of files) await writeFile(join(world.folder, 'project', name), 'KEY=sk-heron-4711')
      await symlink(join(world.folder, 'project', '.env'), join(world.folder, 'project', 'notes.md'))
      for (const name of [...files, 'notes.md'])
        assert.match(
          (await world.refuse('read_file', { path: join('project', name) })).error.message,
          /credentials/,
        )
      const { error } = await world.refuse('list_directory', { path: 'project/.ssh' })
      assert.match(error.message, /credentials/)
    })

    test('Y-LIST-1 a folder is listed in order and in pages, and links are only named', async () => {
      const all = await world.call('list_directory', { path: 'notes' })
      assert.equal(all.total, 9)
      assert.deepEqual(all.path, join(world.folder, 'notes'))
      assert.deepEqual(all.entries[0], { name: 'a.txt', kind: 'file', bytes: 15 })
      assert.deepEqual(
        all.entries.filter((entry: Value) => entry.kind !== 'file'),
        [
          { name: 'deep', kind: 'directory', bytes: null },
          { name: 'out', kind: 'link', bytes: null },
          { name: 'up', kind: 'link', bytes: null },
          { name: 'within', kind: 'link', bytes: null },
        ],
      )
      const page = await world.call('list_directory', { path: 'notes', limit: 2, offset: 1 })
      assert.deepEqual([namesOf(page), page.total], [['b.bin', 'deep'], 9])
    })

    test('Y-READ-1 lines are counted from one, and a range says where to go on', async () => {
      const whole = await world.call('read_file', { path: 'notes/a.txt' })
      assert.deepEqual(
        [whole.content, whole.total_lines, whole.truncated, whole.next_line],
        ['one\ntwo\r\nthree\n', 3, false, null],
      )
      const range = await world.call('read_file', { path: 'notes/a.txt', start_line: 2, end_line: 2 })
      assert.deepEqual(
        [range.content, range.start_line, range.end_line, range.next_line, range.truncated],
        ['two\r\n', 2, 2, 3, false],
      )
      const last = await world.call('read_file', { path: 'notes/a.txt', start_line: 3 })
      assert.equal(last.content, 'three\n')
      const beyond = await world.call('read_file', { path: 'notes/a.txt', start_line: 9 })
      assert.deepEqual([beyond.content, beyond.end_line, beyond.next_line], ['', 8, null])
      const turned = await world.refuse('read_file', { path: 'notes/a.txt', start_line: 3, end_line: 1 })
      assert.equal(turned.error.code, 'VALIDATION_ERROR')
      assert.equal((await world.call('read_file', { path: 'notes/utf16.txt' })).content, 'grün')
    })

    test('Y-READ-3 what is read is the file to the last character, its final line break too', async () => {
      const texts = ['', '\n', 'a', 'a\n', 'a\n\n', '\n\na\r\n', 'a\rb\n', 'a\r\n\r\nb', '\r\n\n\r']
      for (const [place, text] of texts.entries()) {
        const path = join(world.folder, 'notes', 'deep', `${place}.txt`)
        await writeFile(path, text)
        const whole = await world.call('read_file', { path })
        assert.deepEqual([whole.content, whole.truncated, whole.next_line], [text, false, null])
        let joined = ''
        for (let line = 1; line <= whole.total_lines; line++)
          joined += (await world.call('read_file', { path, start_line: line, end_line: line })).content
        assert.equal(joined, text)
      }
    })

    test('Y-READ-1 a reply is capped, and a file too large is refused', async () => {
      const wide = await world.call('read_file', { path: 'notes/wide.txt' })
      assert.deepEqual(
        [wide.content.length, wide.truncated, wide.end_line, wide.next_line],
        [60_000, true, 1, 2],
      )
      const { error } = await world.refuse('read_file', { path: 'notes/huge.txt' })
      assert.deepEqual([error.details.reason, error.status_code], ['TOO_LARGE', 413])
      assert.match(error.details.hint, /ingest_file/)
    })

    test('Y-READ-2 what is no text is refused, and what to do instead is said', async () => {
      const { error } = await world.refuse('read_file', { path: 'notes/b.bin' })
      assert.deepEqual([error.details.reason, error.status_code], ['BINARY_FILE', 400])
      assert.match(error.message, /not a text file/)
      assert.match(error.details.hint, /ingest_file/)
    })

    test('Y-READ-1 files and folders are distinguished', async () => {
      const file = await world.refuse('list_directory', { path: 'notes/a.txt' })
      const folder = await world.refuse('read_file', { path: 'notes' })
      const module = await world.refuse('list_directory', { path: 'servers/README.md' })
      assert.deepEqual(
        [file, folder, module].map(({ error }) => error.details.reason),
        ['NOT_A_FOLDER', 'NOT_A_FILE', 'NOT_A_FOLDER'],
      )
      for (const path of ['notes/none.txt', 'servers/none.ts']) {
        const { error } = await world.refuse('read_file', { path })
        assert.deepEqual([error.details.reason, error.status_code], ['FILE_NOT_FOUND', 404])
        assert.ok(!error.message.includes('Ingestion'))
      }
    })

    test('Y-PATH-1 nothing outside is reached, and no error reveals anything about it', async () => {
      const outside = [
        `${world.folder}-secret.txt`,
        `${world.folder}-nothing.txt`,
        '../etc/passwd',
        '/etc/passwd',
        'notes/out',
        'notes/up/anything',
        'servers/../../etc/passwd',
        'servers/./README.md',
        'templates//n8n',
        'servers\\..\\..\\etc',
      ]
      for (const path of outside)
        for (const tool of ['read_file', 'list_directory']) {
          const { error } = await world.refuse(tool, { path })
          assert.deepEqual(
            [error.details.reason, error.status_code],
            ['FORBIDDEN_PATH', 403],
            `${tool} ${path}`,
          )
          assert.ok(!JSON.stringify(error).includes('no such'))
        }
      assert.equal((await world.call('read_file', { path: 'notes/within' })).total_lines, 3)
    })
  })
