import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openWorld } from '../../../../test/contract/world.ts'

const flags = ['--toolsets', 'hansard']

test('H-IMPORT-2 speeches as CSV, JSON and Markdown are imported by the same tool', async () => {
  const world = await openWorld('library', { flags })
  try {
    const folder = join(world.folder, 'speeches')
    await mkdir(folder)
    await writeFile(
      join(folder, 'one.md'),
      `---
speech_id: AUH_2024-05-30-p2.s1.per0.reps.u38
chamber: REPS
date: 2024-05-30
hansard_reference: House of Representatives Hansard, 30 May 2024
party: LP
speaker: Kennedy, Simon MP
state: Cook
title: First Speech
---

It is an honour to stand here and to speak of the shire and of its beaches.
`,
    )
    const done = await world.call('import_hansard', { source: folder })
    assert.equal(done.created, 1, JSON.stringify(done))
    const [hit] = (await world.call('search_speeches', { query: 'shire beaches' })).results
    assert.deepEqual(
      [hit.speaker, hit.party, hit.electorate, hit.state, hit.chamber, hit.date],
      ['Simon Kennedy', 'Liberal', 'Cook', 'Unknown', 'House of Representatives', '2024-05-30'],
    )
  } finally {
    await world.close()
  }
})

test('H-IMPORT-3 what cannot be meant is refused plainly', async () => {
  const world = await openWorld('library', { flags })
  try {
    assert.match(
      await world.refuse('import_hansard', { source: '' }),
      /^Invalid input: source must not be empty/,
    )
    assert.match(
      await world.refuse('import_hansard', { source: join(world.folder, 'none.xml') }),
      /none\.xml/,
    )
    await mkdir(join(world.folder, 'empty'))
    assert.match(
      await world.refuse('import_hansard', { source: join(world.folder, 'empty') }),
      /no file that can be imported/,
    )
  } finally {
    await world.close()
  }
})
