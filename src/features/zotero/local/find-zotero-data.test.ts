import assert from 'node:assert/strict'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { findZoteroData, parsePreferences, parseProfiles, zoteroDataAt } from './find-zotero-data.ts'

function makeHome(context: TestContext, files: Record<string, string>): string {
  const home = mkdtempSync(join(tmpdir(), 'quire-home-'))
  context.after(() => rmSync(home, { recursive: true, force: true }))
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(home, path)), { recursive: true })
    writeFileSync(join(home, path), text.replaceAll('$HOME', home))
  }
  return home
}

const profiles =
  '[General]\nStartWithLastProfile=1\n\n[Profile0]\nName=default\nIsRelative=1\nPath=abc.default\nDefault=1\n'

test('without a profile the data is looked for in ~/Zotero, on every system', async context => {
  const home = makeHome(context, { 'Zotero/zotero.sqlite': 'x' })
  for (const platform of ['linux', 'darwin', 'win32'] as const)
    assert.deepEqual(await findZoteroData({ home, platform }), {
      databasePath: join(home, 'Zotero', 'zotero.sqlite'),
      storageFolder: join(home, 'Zotero', 'storage'),
      linkedBaseFolder: null,
    })
})

const roots = [
  ['linux', '.zotero/zotero'],
  ['darwin', 'Library/Application Support/Zotero'],
  ['win32', 'AppData/Roaming/Zotero/Zotero'],
] as const
for (const [platform, root] of roots)
  test(`the folder that the profile names comes first on ${platform}`, async context => {
    const home = makeHome(context, {
      'Zotero/zotero.sqlite': 'old',
      'data/zotero.sqlite': 'used',
      [`${root}/profiles.ini`]: profiles,
      [`${root}/abc.default/prefs.js`]:
        'user_pref("extensions.zotero.dataDir", "$HOME/data");\nuser_pref("extensions.zotero.useDataDir", true);\nuser_pref("extensions.zotero.baseAttachmentPath", "$HOME/papers");',
    })
    const found = await findZoteroData({ home, platform })
    assert.equal(found.databasePath, join(home, 'data', 'zotero.sqlite'))
    assert.equal(found.linkedBaseFolder, join(home, 'papers'))
  })

test('a folder that the profile no longer uses is passed over', async context => {
  const home = makeHome(context, {
    'Zotero/zotero.sqlite': 'used',
    'data/zotero.sqlite': 'old',
    '.zotero/zotero/profiles.ini': profiles,
    '.zotero/zotero/abc.default/prefs.js':
      'user_pref("extensions.zotero.dataDir", "$HOME/data");\nuser_pref("extensions.zotero.useDataDir", false);',
  })
  const found = await findZoteroData({ home, platform: 'linux' })
  assert.equal(found.databasePath, join(home, 'Zotero', 'zotero.sqlite'))
})

test('a named database may be given as file, as folder or from the home, and keeps the base folder of the profile', async context => {
  const home = makeHome(context, {
    'library/zotero.sqlite': 'x',
    '.zotero/zotero/profiles.ini': profiles,
    '.zotero/zotero/abc.default/prefs.js':
      'user_pref("extensions.zotero.baseAttachmentPath", "$HOME/papers");',
  })
  const expected = {
    databasePath: join(home, 'library', 'zotero.sqlite'),
    storageFolder: join(home, 'library', 'storage'),
    linkedBaseFolder: join(home, 'papers'),
  }
  for (const place of [
    join(home, 'library'),
    join(home, 'library', 'zotero.sqlite'),
    '~/library',
    '~/library/zotero.sqlite',
  ])
    assert.deepEqual(await zoteroDataAt(place, { home, platform: 'linux' }), expected)
})

test('where nothing is found, the places that were tried are named', async context => {
  const home = makeHome(context, {})
  await assert.rejects(findZoteroData({ home, platform: 'linux' }), {
    code: 'ZOTERO_DATABASE_NOT_FOUND',
    message: new RegExp(join(home, 'Zotero')),
    hint: /ZOTERO_DB_PATH/,
  })
})

test('the default profile comes first, and absolute paths stay', () => {
  const text =
    '[Profile1]\nIsRelative=0\nPath=/elsewhere/one\n[Profile0]\r\nIsRelative=1\r\nPath=two\r\nDefault=1\r\n'
  assert.deepEqual(parseProfiles(text, '/root'), [join('/root', 'two'), '/elsewhere/one'])
})

test('preferences are read as text: escapes are understood, nothing is run', () => {
  const found = parsePreferences(
    '// user_pref("a", 1);\nuser_pref("path", "C:\\\\Users\\\\\\u00e4\\x41");\nuser_pref("on", true);\nuser_pref("n", -3);\nuser_pref("evil", process.exit());',
  )
  assert.deepEqual(
    [...found],
    [
      ['path', 'C:\\Users\\äA'],
      ['on', true],
      ['n', -3],
    ],
  )
})
