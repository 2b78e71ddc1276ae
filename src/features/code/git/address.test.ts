import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fetchGuard } from '../../../adapters/net/fetch-guard.ts'
import { identifyFolder, identifyRemote, parseAddress, routeTo } from './address.ts'

function identify(address: string) {
  const parsed = parseAddress(address)
  return parsed.kind === 'folder' ? identifyFolder(parsed.path) : identifyRemote(parsed)
}

test('every way to write the address of a repository leads to one source and one name', () => {
  const ways = [
    'https://github.com/Owner/Lib',
    'https://github.com/Owner/Lib.git',
    ' https://github.com/Owner/Lib/ ',
    'https://www.github.com/Owner/Lib',
    'https://github.com/Owner/Lib/tree/main/src?tab=readme#top',
    'github.com/Owner/Lib',
    'git@github.com:Owner/Lib.git',
    'ssh://git@github.com/Owner/Lib.git',
  ]
  for (const way of ways)
    assert.deepEqual(
      identify(way),
      { source: 'https://github.com/owner/lib', names: ['Owner/Lib', 'github.com/Owner/Lib'] },
      way,
    )
})

test('names are qualified by the owner, further where that is not enough', () => {
  assert.deepEqual(identify('https://git.example.org:8443/group/sub/lib.git'), {
    source: 'https://git.example.org:8443/group/sub/lib',
    names: ['sub/lib', 'git.example.org:8443/group/sub/lib'],
  })
  assert.deepEqual(identify('ssh://me@example.org:2222/lib.git').names, ['lib', 'example.org:2222/lib'])
  assert.deepEqual(identify('/home/me/lib').names, ['lib', 'me/lib', '/home/me/lib'])
})

test('what is no address, or would make git do something else, is refused', () => {
  for (const address of [
    '',
    '   ',
    '-oProxyCommand=x',
    '--upload-pack=touch /tmp/x',
    'ext::sh -c touch% /tmp/x',
    'fd::17',
    'git://example.org/lib.git',
    'ftp://example.org/lib.git',
    'https://user:secret@github.com/o/n',
    'https://github.com/',
    'https://github.com/owner',
    'git@example.org:a/../b.git',
    'https://example.org/%zz.git',
    'https://example.org/a/-x.git',
    'git@-oProxyCommand=x:o/n.git',
    'ssh://-oProxyCommand=x/n.git',
    'https://example.org/a\nb',
    'https://exa mple/a.git',
  ])
    assert.throws(() => parseAddress(address), { code: 'INVALID_REPOSITORY' }, address)
  assert.throws(
    () => parseAddress('https://me:secret@github.com/o/n'),
    error => {
      assert.ok(error instanceof Error && !error.message.includes('secret'))
      return true
    },
  )
})

const guard = fetchGuard([], async () => [
  { address: '140.82.112.3', family: 4 },
  { address: '2606:50c0:8000::153', family: 6 },
])

async function route(address: string, isLocal: boolean) {
  const parsed = parseAddress(address)
  assert.ok(parsed.kind !== 'folder')
  return routeTo(parsed, { isLocal }, { guard, proxy: {} })
}

test('git gets the address of the host that was checked', async () => {
  assert.deepEqual(await route('https://github.com/o/n', false), {
    url: 'https://github.com/o/n.git',
    protocol: 'https',
    proxy: null,
    resolve: ['github.com:443:140.82.112.3,[2606:50c0:8000::153]'],
  })
  const proxied = await routeTo(
    parseAddress('https://git.example.org/o/n') as never,
    { isLocal: false },
    { guard, proxy: { https: 'http://proxy.example:3128' } },
  )
  assert.deepEqual([proxied.proxy, proxied.resolve], ['http://proxy.example:3128', []])
})

test('only the user of this machine has its SSH keys used; for others the same repository is asked for openly', async () => {
  assert.deepEqual((await route('git@github.com:o/n.git', true)).url, 'ssh://git@github.com/o/n.git')
  assert.deepEqual((await route('git@github.com:o/n.git', false)).url, 'https://github.com/o/n.git')
})

test('unencrypted http is for hosts that are allowed by name', async () => {
  await assert.rejects(route('http://example.org/o/n.git', true), { code: 'INVALID_REPOSITORY' })
})
