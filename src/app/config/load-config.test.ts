import assert from 'node:assert/strict'
import { delimiter } from 'node:path'
import { test } from 'node:test'
import { Failure } from '../../core/model/failure.ts'
import { type ConfigSources, configPlaces, loadConfig } from './load-config.ts'
import { parseSettings } from './open-project-file.ts'
import { builtInNames } from './setting-names.ts'
import { secretsInFile, showConfig } from './show-config.ts'

const { rows: settingRows } = builtInNames

const nowhere: ConfigSources = { argv: [], env: {}, file: null, cwd: '/work', homedir: '/home/ada' }

function load(sources: Partial<ConfigSources>) {
  return loadConfig({ ...nowhere, ...sources })
}

function toml(text: string, path = '/etc/quire/quire.toml') {
  return { path, table: parseSettings(text, path) }
}

test('defaults give way to the file, the file to the environment, the environment to flags', () => {
  const file = toml('[http]\nport = 1001')
  const env = { QUIRE_HTTP_PORT: '1002' }
  const argv = ['serve', '--http-port', '1003']
  const seen = [load({}), load({ file }), load({ file, env }), load({ file, env, argv })].map(config => [
    config.values['http.port'],
    config.origins['http.port'],
  ])
  assert.deepEqual(seen, [
    [8321, { from: 'default', name: 'default' }],
    [1001, { from: 'file', name: 'http.port in /etc/quire/quire.toml' }],
    [1002, { from: 'env', name: 'QUIRE_HTTP_PORT' }],
    [1003, { from: 'flag', name: '--http-port' }],
  ])
})

test('every setting is known by its mechanical names', () => {
  const written: Record<string, [flag: string, variable: string]> = {
    'store.url': ['store-url', 'QUIRE_STORE_URL'],
    'chunk.max_tokens': ['chunk-max-tokens', 'QUIRE_CHUNK_MAX_TOKENS'],
    home: ['home', 'QUIRE_HOME'],
  }
  for (const row of settingRows) {
    const [flag, variable] = written[row.key] ?? [
      row.key.replaceAll('.', '-').replaceAll('_', '-'),
      `QUIRE_${row.key.replaceAll('.', '_').toUpperCase()}`,
    ]
    assert.ok(row.flags.includes(flag), `${row.key} has no --${flag}`)
    assert.equal(row.env[0], variable)
  }
})

test('no name means two settings', () => {
  for (const names of [
    settingRows.flatMap(row => row.flags),
    settingRows.flatMap(row => row.env),
    settingRows.flatMap(row => row.file),
  ])
    assert.equal(new Set(names).size, names.length)
})

test('the names that contracts and other tools use are understood', () => {
  const cases: [Partial<ConfigSources>, string, unknown][] = [
    [{ argv: ['--store', 'sqlite:/x.db'] }, 'store.url', 'sqlite:/x.db'],
    [{ file: toml('store = "sqlite:/y.db"') }, 'store.url', 'sqlite:/y.db'],
    [{ argv: ['--embedder=hash'] }, 'embedder.model', 'hash'],
    [{ env: { QUIRE_PORT: '99' } }, 'http.port', 99],
    [{ env: { MCP_PORT: '98' } }, 'http.port', 98],
    [{ env: { QUIRE_PORT: '99', MCP_PORT: '98' } }, 'http.port', 99],
    [{ env: { CHUNK_SIZE_TOKENS: '256' } }, 'chunk.max_tokens', 256],
    [{ env: { HYBRID_SEARCH_ENABLED: 'false' } }, 'search.hybrid', false],
    [{ env: { DEFAULT_LIBRARY: 'main' } }, 'default_library', 'main'],
    [{ env: { OPENAI_API_KEY: 'k' } }, 'openai.key', 'k'],
    [{ env: { MAX_UPLOAD_BYTES: '1000' } }, 'http.max_upload_bytes', 1000],
    [{ env: { https_proxy: 'http://proxy:3128' } }, 'network.https_proxy', 'http://proxy:3128'],
    [{ env: { NO_PROXY: 'localhost, .corp' } }, 'network.no_proxy', ['localhost', '.corp']],
    [{ argv: ['--sse'] }, 'http.sse', true],
    [{ argv: ['--no-sse'] }, 'http.sse', false],
    [{ argv: ['--no-search-hybrid'] }, 'search.hybrid', false],
  ]
  for (const [sources, key, value] of cases) {
    const config = load(sources)
    assert.deepEqual(Object.entries(config.values).find(([name]) => name === key)?.[1], value, key)
  }
})

test('roots are repeatable as flags, separated like PATH in the environment, and made absolute', () => {
  assert.deepEqual(load({ argv: ['--root', 'papers', '--root=/data'] }).values['files.roots'], [
    '/work/papers',
    '/data',
  ])
  const env = { QUIRE_ROOTS: ['~/books', '/data'].join(delimiter) }
  assert.deepEqual(load({ env }).values['files.roots'], ['/home/ada/books', '/data'])
  assert.equal(load({}).values['files.roots'], null)
})

test('a relative path in the file starts from the folder of the file', () => {
  const file = toml('[files]\nroots = ["papers"]')
  assert.deepEqual(load({ file }).values['files.roots'], ['/etc/quire/papers'])
})

test('an empty variable counts as not set', () => {
  assert.equal(load({ env: { QUIRE_PORT: '' } }).values['http.port'], 8321)
})

test('a settings file that is no TOML is refused with its path and what to do', () => {
  assert.throws(
    () => toml('[http]\nport = "x'),
    (error: unknown) => {
      assert.ok(error instanceof Failure)
      assert.match(error.message, /^\/etc\/quire\/quire\.toml is not valid TOML: .*\(line 2, column \d+\)$/)
      assert.match(error.hint ?? '', /--config/)
      return true
    },
  )
})

test('a wrong value is refused with its setting, its value, its origin and what is allowed', () => {
  const cases: [Partial<ConfigSources>, RegExp][] = [
    [
      { argv: ['--port', 'abc'] },
      /^http\.port must be a whole number from 0 to 65535, but --port is "abc"\.$/,
    ],
    [
      { env: { LOG_LEVEL: 'loud' } },
      /log\.level must be one of debug, info, warn, error, but LOG_LEVEL is "loud"/,
    ],
    [{ file: toml('[http]\nport = 70000') }, /http\.port in \/etc\/quire\/quire\.toml is 70000/],
    [{ argv: ['--openai-url', 'ftp://x'] }, /openai\.url must be an http:\/\/ or https:\/\/ address/],
    [
      { argv: ['--chunk-overlap-tokens', '512'] },
      /chunk\.overlap_tokens \(512, .*must be smaller than chunk\.max/,
    ],
    [{ argv: ['serve', '--port'] }, /--port needs a value/],
  ]
  for (const [sources, message] of cases)
    assert.throws(
      () => load(sources),
      error => error instanceof Failure && error.kind === 'invalid' && message.test(error.message),
      String(message),
    )
})

test('a wrong secret is not repeated in the message', () => {
  assert.throws(
    () => load({ env: { HTTPS_PROXY: 'ada:secret@proxy' } }),
    error => error instanceof Failure && !error.message.includes('secret'),
  )
})

test('unknown settings are warned about, with the nearest name', () => {
  const { warnings } = load({
    env: { QUIRE_EMBEDER: 'hash', PATH: '/bin' },
    file: toml('[http]\nprot = 1\n[projects.a]\nname = "b"'),
  })
  assert.deepEqual(warnings, [
    '/etc/quire/quire.toml has an unknown setting "http.prot". It is ignored; was http.port meant?',
    '/etc/quire/quire.toml has an unknown setting "projects.a.name". It is ignored.',
    'The environment has an unknown setting QUIRE_EMBEDER. It is ignored; was QUIRE_EMBEDDER meant?',
  ])
})

test('settings after -- belong to the command', () => {
  assert.equal(load({ argv: ['search', '--', '--port', '1'] }).values['http.port'], 8321)
})

test('the configuration cannot be changed', () => {
  const config = load({ argv: ['--root', '/a'] })
  assert.throws(() => Object.assign(config.values, { home: '/x' }), TypeError)
  assert.throws(() => Object.assign(config.values['files.roots'] ?? [], ['/b']), TypeError)
})

test('the person’s file is in the home or where it was named, the project’s where the command runs', () => {
  assert.deepEqual(configPlaces(nowhere), {
    home: '/home/ada/.quire',
    person: { path: '/home/ada/.quire/quire.toml', isRequired: false },
    project: '/work/quire.toml',
  })
  assert.deepEqual(configPlaces({ ...nowhere, env: { QUIRE_CONFIG: 'other.toml' } }).person, {
    path: '/work/other.toml',
    isRequired: true,
  })
})

test('showing the configuration masks secrets and keeps origins', () => {
  const env = { QUIRE_TOKEN: 'hush', HTTPS_PROXY: 'http://ada:hush@proxy:3128' }
  const shown = new Map(showConfig(load({ env })).map(row => [row.key, row]))
  assert.equal(shown.get('http.token')?.value, '********')
  assert.equal(shown.get('http.token')?.name, 'QUIRE_TOKEN')
  assert.equal(shown.get('network.https_proxy')?.value, 'http://********@proxy:3128')
  assert.equal(shown.get('openai.key')?.value, null)
})

test('secrets that lie in the file are found', () => {
  const file = toml(
    '[openai]\nkey = "k"\n[store]\nurl = "postgres://a:b@c/d"\n[network]\nhttp_proxy = "http://p:1"',
  )
  assert.deepEqual(
    secretsInFile(load({ file })).map(({ key }) => key),
    ['store.url', 'openai.key'],
  )
})
