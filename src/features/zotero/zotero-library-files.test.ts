import assert from 'node:assert/strict'
import { test } from 'node:test'
import { abortFailure } from '../../core/model/failure.ts'
import type { Attachment } from '../../core/ports/reference-library.ts'
import type { LibrarySource } from './source-group.ts'
import { attachment, everything, idle, library, source } from './test/library-fixtures.ts'
import { type ZoteroMode, zoteroLibrary } from './zotero-library.ts'

test('a file missing on this computer is fetched from the server, for that file alone, and remembered as such', async () => {
  const local = library('local', { missing: 'there is no file at /x' })
  const web = library('web')
  const routed = zoteroLibrary({
    mode: 'local-first',
    local: [source('database', local.value)],
    web: [source('API', web.value)],
  })
  const [found] = (await routed.listItems(everything, idle))[0]?.attachments ?? []
  assert.ok(found)
  assert.deepEqual([found.missing, found.origin], [null, 'web'])
  assert.equal((await routed.readAttachment(found, idle)).origin, 'web')
  assert.equal(local.state.reads, 0)
  assert.equal((await routed.listTags(null, idle))[0]?.tag, 'local', 'the rest still comes from here')
})

test('a file that turns out to be missing when it is read comes from the other side, with a warning', async () => {
  const routed = zoteroLibrary({
    mode: 'web-first',
    local: [source('database', library('local').value)],
    web: [source('API', library('web', { missing: 'it has not been uploaded' }).value)],
  })
  assert.equal((await routed.readAttachment(attachment('web'), idle)).origin, 'local')
  assert.match(routed.takeWarnings().join(), /'paper\.pdf' was read from this computer instead: Missing web/)
})

const offers: [string, ZoteroMode, Partial<Attachment>, boolean][] = [
  ['a linked file is not looked for on the server', 'local-first', { keeper: 'user' }, false],
  ['a linked file is looked for on this computer', 'web-first', { keeper: 'user' }, true],
  ['a link to a page is a file nowhere', 'web-first', { keeper: 'nobody' }, false],
  ['one side alone offers nothing it does not have', 'local-only', { keeper: 'manager' }, false],
]
for (const [promise, mode, given, isOffered] of offers)
  test(promise, async () => {
    const missing = { ...given, missing: 'it is gone' }
    const routed = zoteroLibrary({
      mode,
      local: [source('database', library('local', missing).value)],
      web: [source('API', library('web', missing).value)],
    })
    const [found] = (await routed.recentItems(1, idle))[0]?.attachments ?? []
    assert.equal(found?.missing === null, isOffered)
  })

test('a file that neither side has is refused with both reasons', async () => {
  const missing = { missing: 'gone' }
  const routed = zoteroLibrary({
    mode: 'auto',
    local: [source('database', library('local', missing).value)],
    web: [source('API', library('web', missing).value)],
  })
  await assert.rejects(routed.readAttachment(attachment('local'), idle), {
    code: 'ATTACHMENT_NOT_FOUND',
    kind: 'not_found',
    message: /This computer: Missing local.*Zotero's server: Missing web/,
  })
})

test('nothing is opened before it is needed, and what was opened is closed', async () => {
  const local = library('local')
  let opened = 0
  const routed = zoteroLibrary({
    mode: 'auto',
    local: [
      {
        name: 'database',
        async open() {
          opened += 1
          return local.value
        },
      },
    ],
    web: [],
  })
  assert.equal(routed.description, 'Zotero, auto')
  assert.equal(opened, 0)
  await Promise.all([routed.version(idle), routed.listCollections(idle)])
  assert.equal(opened, 1)
  assert.equal(routed.description, 'Zotero, auto: local library')
  await routed.close()
  assert.equal(local.state.closed, 1)
})

test('a caller who gives up while a source is opened does not spoil it for others', async () => {
  const local = library('local')
  const stop = new AbortController()
  let tries = 0
  const slow: LibrarySource = {
    name: 'database',
    open(signal) {
      tries += 1
      if (tries > 1) return Promise.resolve(local.value)
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(abortFailure(signal)))
      })
    },
  }
  const routed = zoteroLibrary({ mode: 'auto', local: [slow], web: [] })
  const impatient = routed.version(stop.signal)
  const patient = routed.version(idle)
  stop.abort()
  await assert.rejects(impatient, { code: 'CANCELLED' })
  assert.equal(await patient, 1)
})
