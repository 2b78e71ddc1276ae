import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { copyFile, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWorld, type Value } from '../../../../../test/contract/world.ts'

const flags = ['--toolsets', 'hansard']
const record = join(import.meta.dirname, '../../../../../../shared/data/hansard')
const shared = join(record, 'xml/2024.xml')
const skip = existsSync(shared) ? false : 'the real record lies outside the repository'

/** Settings that name the member tables. */
const tables = ['csv', 'hansard-proj', 'openaustralia'].flatMap(name => [
  '--hansard-members',
  join(record, name),
])

test('H-IMPORT-1 a sitting day of the real record is imported, once, with everything needed to cite it', {
  skip,
}, async () => {
  const world = await openWorld('library', { flags: [...flags, ...tables] })
  try {
    const folder = join(world.folder, 'record')
    await mkdir(folder)
    await copyFile(shared, join(folder, '2024.xml'))
    await writeFile(join(folder, 'broken.xml'), '<hansard><session.header><date>not')
    await writeFile(join(folder, 'notes.pdf'), 'not of the record')
    const done = await world.call('import_hansard', { source: folder })
    const day = done.files.find((file: Value) => file.file === '2024.xml')
    assert.deepEqual(
      [day.created, day.failed, day.party_resolved, day.place_resolved],
      [day.speeches, 0, 1, 1],
    )
    assert.ok(day.speeches > 100 && day.words > 50_000)
    const broken = done.files.find((file: Value) => file.file === 'broken.xml')
    assert.equal(broken.failed, 1)
    assert.match(broken.problems[0].message, /^Invalid input: /)
    const again = await world.call('import_hansard', { source: folder })
    assert.deepEqual([again.created, again.replaced, again.skipped], [0, 0, day.speeches])
    const { results, total_found } = await world.call('search_speeches', {
      query: 'social housing supply',
      chamber: 'House of Representatives',
      date_from: '2024-06-25',
      date_to: '2024-06-25',
      limit: 5,
    })
    assert.equal(results.length, 5)
    assert.ok(total_found > 500)
    for (const result of results) {
      assert.match(result.hansard_reference, /^House of Representatives Hansard, 25 June 2024, p\. \d+$/)
      assert.notEqual(result.party, 'Unknown')
      assert.ok(result.topic_tags.length > 0)
    }
    const [first] = results
    const read = await world.call('get_speech', { speech_id: first.speech_id, include_context: true })
    assert.ok(read.full_text.includes(first.excerpt))
    assert.equal(read.context.next_speech?.date, '2024-06-25')
    const { speakers } = await world.call('list_speakers', { party: 'labor', min_speeches: 2 })
    assert.ok(speakers.length > 3)
    assert.ok(speakers.every((row: Value) => row.party === 'Labor'))
  } finally {
    await world.close()
  }
})
