import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Failure } from '../../core/model/failure.ts'
import type { LibrarySource } from './source-group.ts'
import { both, closedSource, idle, library, origins, source } from './test/library-fixtures.ts'
import { zoteroLibrary } from './zotero-library.ts'

for (const [mode, expected] of [
  ['local-first', 'local'],
  ['web-first', 'web'],
  ['auto', 'local'],
  ['local-only', 'local'],
  ['web-only', 'web'],
] as const)
  test(`${mode} asks ${expected} when both can be reached, and has nothing to say about it`, async () => {
    const [local, web] = both()
    assert.deepEqual(await origins(mode, [...local], [...web]), { origin: expected, warnings: [] })
  })

test('the other side answers when the first is out of reach: said by the firm modes, natural for auto', async () => {
  const [local, web] = both()
  const first = await origins('local-first', [closedSource('database')], [...web])
  assert.equal(first.origin, 'web')
  assert.match(
    first.warnings.join(),
    /This computer cannot be used: .*database is closed.*Zotero's server is used instead.*Open it/,
  )
  const second = await origins('web-first', [...local], [closedSource('API')])
  assert.equal(second.origin, 'local')
  assert.match(second.warnings.join(), /Zotero's server cannot be used/)
  assert.deepEqual(await origins('auto', [closedSource('database')], [...web]), {
    origin: 'web',
    warnings: [],
  })
})

test('a mode that allows one side only never asks the other', async () => {
  const [local, web] = both()
  await assert.rejects(origins('local-only', [closedSource('database')], [...web]), {
    code: 'ZOTERO_UNREACHABLE',
  })
  await assert.rejects(origins('web-only', [...local], [closedSource('API')]), { code: 'ZOTERO_UNREACHABLE' })
})

test('when nothing can be reached, each way is named with its reason and its remedy', async () => {
  const local = [
    closedSource('database', 'X', 'Name the file.'),
    closedSource('running Zotero', 'X', 'Start it.'),
  ]
  await assert.rejects(origins('auto', local, [closedSource('API', 'X', 'Go online.')]), {
    code: 'ZOTERO_UNREACHABLE',
    message: /database is closed.*running Zotero is closed.*API is closed/,
    hint: 'Name the file. Start it. Go online.',
  })
})

test('a mode without anything configured says what to set', async () => {
  await assert.rejects(origins('web-only', [], []), { code: 'ZOTERO_NOT_CONFIGURED', hint: /ZOTERO_API_KEY/ })
})

test('a broken database gives way to the running Zotero, with a warning; one that is not there silently', async () => {
  const running = source('running Zotero', library('local').value)
  const broken = await origins('local-first', [closedSource('database'), running], [])
  assert.match(broken.warnings.join(), /database cannot be read, the running Zotero is used instead/)
  const absent: LibrarySource = {
    name: 'database',
    open: async () => {
      throw new Failure('not_found', 'ZOTERO_DATABASE_NOT_FOUND', 'None.')
    },
  }
  assert.deepEqual((await origins('local-first', [absent, running], [])).warnings, [])
})

test('an answer that is a refusal is not asked for again elsewhere', async () => {
  const [local, web] = both()
  const routed = zoteroLibrary({ mode: 'local-first', local: [...local], web: [...web] })
  await assert.rejects(routed.findCollection('Poems', idle), { code: 'COLLECTION_NOT_FOUND' })
  assert.deepEqual(routed.takeWarnings(), [])
})

test('a side that fails later is passed over and tried again the next time', async () => {
  let fails = true
  const flaky = library(
    'web',
    {},
    {
      async listTags() {
        if (fails) throw new Failure('rate_limited', 'RATE_LIMITED', 'Too fast.')
        return [{ tag: 'web', items: 1 }]
      },
    },
  )
  const routed = zoteroLibrary({
    mode: 'web-first',
    local: [source('database', library('local').value)],
    web: [source('API', flaky.value)],
  })
  assert.equal((await routed.listTags(null, idle))[0]?.tag, 'local')
  assert.match(routed.takeWarnings().join(), /Too fast/)
  fails = false
  assert.equal((await routed.listTags(null, idle))[0]?.tag, 'web')
})
