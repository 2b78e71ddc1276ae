import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { LibrarySource } from '../../../../src/adapters/zotero/source-group.ts'
import { type ZoteroMode, zoteroLibrary } from '../../../../src/adapters/zotero/zotero-library.ts'
import { abortFailure, Failure } from '../../../../src/model/failure.ts'
import { emptyReference } from '../../../../src/model/reference.ts'
import type {
  Attachment,
  ItemSelection,
  LibraryItem,
  Origin,
  ReferenceLibrary,
} from '../../../../src/ports/reference-library.ts'

const idle = new AbortController().signal
const everything: ItemSelection = {
  collection: null,
  includeSubcollections: true,
  includeTags: [],
  excludeTags: [],
}

const attachment = (origin: Origin, given: Partial<Attachment> = {}): Attachment => ({
  key: 'FILE0001',
  uri: 'zotero://select/library/items/FILE0001',
  origin,
  keeper: 'manager',
  name: 'paper.pdf',
  mediaType: 'application/pdf',
  place: 'somewhere',
  missing: null,
  ...given,
})

const item = (files: Attachment[]): LibraryItem => ({
  key: 'ITEM0001',
  library: 'My Library',
  reference: { ...emptyReference, citekey: 'key' },
  attachments: files,
  dateAdded: null,
  dateModified: null,
  version: 1,
  stamp: '1',
})

/** A library that holds one item, and its file unless that is said to be missing. */
function library(origin: Origin, given: Partial<Attachment> = {}, more: Partial<ReferenceLibrary> = {}) {
  const state = { closed: 0, reads: 0 }
  const file = attachment(origin, given)
  const value: ReferenceLibrary = {
    description: `${origin} library`,
    version: async () => (origin === 'local' ? 1 : 2),
    changesSince: async () => null,
    listCollections: async () => [],
    findCollection: async name => {
      throw new Failure('not_found', 'COLLECTION_NOT_FOUND', `There is no ${name}.`)
    },
    listItems: async () => [item([file])],
    recentItems: async () => [item([file])],
    listTags: async () => [{ tag: origin, items: 1 }],
    listAnnotations: async () => [],
    async readAttachment(wanted) {
      state.reads += 1
      if (file.missing !== null)
        throw new Failure('not_found', 'ATTACHMENT_NOT_FOUND', `Missing ${origin}: ${file.missing}.`)
      const { uri: source, name, mediaType } = wanted
      return {
        source,
        name,
        mediaType,
        bytes: new Uint8Array(),
        charset: null,
        lastModified: null,
        fileType: null,
        origin,
      }
    },
    cachedText: async () => null,
    takeWarnings: () => [],
    close: async () => {
      state.closed += 1
    },
    ...more,
  }
  return { value, state }
}

const source = (name: string, found: ReferenceLibrary): LibrarySource => ({ name, open: async () => found })
const closedSource = (name: string, code = 'ZOTERO_UNREACHABLE', hint = 'Open it.'): LibrarySource => ({
  name,
  open: async () => {
    throw new Failure('unavailable', code, `${name} is closed.`, { hint })
  },
})

async function origins(mode: ZoteroMode, local: LibrarySource[], web: LibrarySource[]) {
  const both = zoteroLibrary({ mode, local, web })
  const [tag] = await both.listTags(null, idle)
  return { origin: tag?.tag, warnings: both.takeWarnings() }
}

const both = () =>
  [[source('database', library('local').value)], [source('API', library('web').value)]] as const

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
    /This computer is out of reach: .*database is closed.*Zotero's server is used instead.*Open it/,
  )
  const second = await origins('web-first', [...local], [closedSource('API')])
  assert.equal(second.origin, 'local')
  assert.match(second.warnings.join(), /Zotero's server is out of reach/)
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
