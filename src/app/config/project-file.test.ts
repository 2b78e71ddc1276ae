import assert from 'node:assert/strict'
import { chmod, mkdir, mkdtemp, realpath, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { projectFields } from './declared-projects.ts'
import { readProjectFile, readTrustList, writeTrustList } from './open-project-file.ts'
import { readConfig } from './read-config.ts'
import { builtInNames } from './setting-names.ts'
import { showConfig, showIgnored } from './show-config.ts'

const { rows: settingRows } = builtInNames

/** What a project file that nobody has trusted may say. Everything else is the person's: think before adding here. */
const mayBeSaidByAnyone = [
  'toolsets',
  'chunk.max_tokens',
  'chunk.overlap_tokens',
  'chunk.min_tokens',
  'chunk.heading_context',
  'convert.ocr_languages',
  'hansard.members',
]

/** Programs, addresses, models, roots, fetch rules, secrets, and everything else that was decided to be the person's. */
const onlyThePerson = [
  ...['home', 'config', 'store.url', 'embedder.model', 'embedder.threads', 'embedder.tokens'],
  ...['transport', 'default_library', 'reranker.model'],
  ...['openai.url', 'openai.key', 'openai.dimensions', 'openai.max_tokens', 'search.hybrid'],
  ...['cache.url', 'cache.entries', 'cache.seconds'],
  ...['http.host', 'http.port', 'http.token', 'http.token_file', 'http.sse', 'http.allowed_hosts'],
  ...[
    'http.public_url',
    'http.trusted_proxies',
    'http.rate_limit',
    'http.max_body_bytes',
    'http.drain_seconds',
  ],
  ...[
    'store.file',
    'store.read_url',
    'store.memory_mb',
    'http.max_upload_bytes',
    'files.roots',
    'files.max_bytes',
  ],
  ...['originals.keep', 'originals.max_bytes', 'originals.bucket', 'originals.endpoint', 'originals.region'],
  ...['originals.addressing', 'originals.access_key', 'originals.secret_key', 'originals.session_token'],
  ...['originals.credentials_file'],
  ...['vectors.url', 'vectors.key', 'vectors.key_file', 'vectors.shards', 'vectors.replicas', 'vectors.from'],
  ...[
    'features',
    'fetch.allow',
    'fetch.timeout_seconds',
    'fetch.max_bytes',
    'fetch.user_agent',
    'crawl.browser',
  ],
  ...['network.https_proxy', 'network.http_proxy', 'network.no_proxy', 'network.ca_file'],
  ...['transcription.url', 'transcription.key', 'transcription.model'],
  ...['convert.tesseract', 'convert.memory_mb', 'convert.timeout_seconds'],
  ...['zotero.mode', 'zotero.db_path', 'zotero.storage_dir', 'zotero.linked_dir', 'zotero.local_url'],
  ...['zotero.web_url', 'zotero.library_id', 'zotero.library_type', 'zotero.api_key'],
  ...['zotero.include_annotations', 'zotero.prefer_fulltext', 'n8n.url', 'n8n.key'],
  ...['llm.url', 'llm.key', 'llm.model', 'llm.timeout_seconds', 'llm.max_tokens', 'llm.context_tokens'],
  ...['knowledge.library', 'knowledge.agentic', 'knowledge.reranking', 'knowledge.reader'],
  'knowledge.contextual',
  ...[
    'graph.code',
    'graph.facts',
    'graph.fact_reader',
    'graph.fact_kinds',
    'graph.max_megabytes',
    'graph.max_files',
    'graph.clone_seconds',
  ],
  ...['oauth.issuer', 'oauth.keys_url', 'oauth.audience', 'oauth.clock_skew_seconds', 'audit.access_days'],
  ...['otel.endpoint', 'otel.headers', 'otel.service_name'],
  ...['jobs.resume', 'audit.keep', 'log.level', 'log.format', 'hub.url', 'hub.token'],
]

const projectFieldsForAnyone = [
  ...['references', 'references_json', 'hybrid', 'hybrid_enabled', 'top_k', 'max_top_k'],
  ...['max_chars_per_chunk', 'max_tokens', 'overlap_tokens', 'min_tokens', 'heading_context'],
]

test('it is decided of every setting who may say it', () => {
  const keysWhere = (isShared: boolean) =>
    settingRows.filter(({ setting }) => (setting.project === true) === isShared).map(({ key }) => key)
  assert.deepEqual(keysWhere(true).toSorted(), mayBeSaidByAnyone.toSorted())
  assert.deepEqual(keysWhere(false).toSorted(), onlyThePerson.toSorted())
  assert.deepEqual(
    [...projectFields].filter(([, field]) => field.project === true).map(([name]) => name),
    projectFieldsForAnyone,
  )
})

test('every secret but the server’s own token names the address that it is sent to', () => {
  const keys = settingRows.map(({ key }) => String(key))
  for (const { key, setting } of settingRows.filter(row => row.setting.secret === 'whole'))
    assert.ok(key === 'http.token' || keys.includes(setting.sentTo ?? ''), key)
})

type Place = { folder: string; home: string; root: string }

async function openPlace(t: TestContext): Promise<Place> {
  const root = await realpath(await mkdtemp(join(tmpdir(), 'quire-project-')))
  t.after(() => rm(root, { recursive: true, force: true }))
  const [folder, home] = [join(root, 'clone'), join(root, 'home')]
  await mkdir(folder)
  await mkdir(home)
  return { folder, home, root }
}

function read(
  { folder, home, root }: Place,
  { argv = [], env = {}, cwd = folder }: { argv?: string[]; env?: Record<string, string>; cwd?: string } = {},
) {
  return readConfig({ argv: ['--home', home, ...argv], env, cwd, homedir: root })
}

async function trustFile({ home }: Place, path: string): Promise<void> {
  const { file, sha256 } = await readProjectFile(path)
  const list = await readTrustList(home)
  await writeTrustList(home, { ...list, files: [{ path: file.path, sha256, trusted_at: 'now' }] })
}

test('defaults give way to the person’s file, that to the project’s, that to the environment', async t => {
  const place = await openPlace(t)
  await writeFile(
    join(place.home, 'quire.toml'),
    '[chunk]\nmax_tokens = 301\nmin_tokens = 21\n[http]\nport = 9001\n',
  )
  await writeFile(join(place.folder, 'quire.toml'), '[chunk]\nmax_tokens = 302\n')
  const config = await read(place)
  const person = join(place.home, 'quire.toml')
  const project = join(place.folder, 'quire.toml')
  assert.deepEqual(
    [config.values['chunk.max_tokens'], config.values['chunk.min_tokens'], config.values['http.port']],
    [302, 21, 9001],
  )
  assert.deepEqual(config.origins['chunk.max_tokens'], {
    from: 'project',
    name: `chunk.max_tokens in ${project}`,
  })
  assert.deepEqual(config.origins['http.port'], { from: 'file', name: `http.port in ${person}` })
  assert.deepEqual([config.file, config.project], [person, { path: project, trust: 'unknown' }])
  assert.deepEqual(config.warnings, [])
  const env = { QUIRE_CHUNK_MAX_TOKENS: '303' }
  assert.equal((await read(place, { env })).values['chunk.max_tokens'], 303)
  assert.equal(
    (await read(place, { env, argv: ['--chunk-max-tokens', '304'] })).values['chunk.max_tokens'],
    304,
  )
})

test('nothing that is the person’s counts from a project file, and one warning names it all', async t => {
  const place = await openPlace(t)
  const file = join(place.folder, 'quire.toml')
  const lines = settingRows
    .filter(({ setting }) => setting.project !== true && setting.notInFile !== true)
    .flatMap(row => row.file.map(key => `${JSON.stringify(key).replaceAll('.', '"."')} = "x"`))
  // Two spellings of one setting cannot be in one file when one is a table; each is tried by itself.
  for (const line of lines) {
    await writeFile(file, `${line}\n`)
    const config = await read(place)
    const [key = ''] = line.replaceAll('"', '').split(' = ')
    assert.deepEqual(
      Object.values(config.origins).filter(origin => origin?.from === 'project'),
      [],
      line,
    )
    assert.deepEqual(
      showIgnored(config).map(one => one.key),
      [key],
    )
    assert.deepEqual(config.warnings, [
      `${file} contains settings that only you may set. Ignored: ${key}. If you trust it, run: quire trust ${file}`,
    ])
  }
})

test('after the file is trusted everything counts, and after one byte has changed nothing does', async t => {
  const place = await openPlace(t)
  const file = join(place.folder, 'quire.toml')
  const text =
    '[convert]\ntesseract = "./tools/ocr"\n[environment]\nOPENAI_BASE_URL = "http://other.test/v1"\n'
  await writeFile(file, text)
  assert.equal((await read(place)).values['convert.tesseract'], 'tesseract')
  await trustFile(place, file)
  const trusted = await read(place)
  assert.equal(trusted.values['convert.tesseract'], join(place.folder, 'tools/ocr'))
  assert.equal(trusted.values['openai.url'], 'http://other.test/v1')
  assert.deepEqual([trusted.project?.trust, trusted.warnings], ['trusted', []])
  await writeFile(file, `${text} `)
  const changed = await read(place)
  assert.equal(changed.values['convert.tesseract'], 'tesseract')
  assert.match(
    changed.warnings[0] ?? '',
    /has changed since you trusted it\. Ignored: convert\.tesseract, environment\.OPENAI_BASE_URL\. .*quire trust/,
  )
})

test('a link to a trusted file is not trusted, for its paths would mean other files', async t => {
  const place = await openPlace(t)
  const good = join(place.root, 'good')
  await mkdir(good)
  await writeFile(join(good, 'quire.toml'), '[convert]\ntesseract = "./tools/ocr"\n')
  await trustFile(place, join(good, 'quire.toml'))
  await symlink(join(good, 'quire.toml'), join(place.folder, 'quire.toml'))
  assert.equal((await read(place)).values['convert.tesseract'], 'tesseract')
  assert.equal((await read(place, { cwd: good })).values['convert.tesseract'], join(good, 'tools/ocr'))
})

test('a list of trusted files that cannot be read trusts nothing, and says so', async t => {
  const place = await openPlace(t)
  const file = join(place.folder, 'quire.toml')
  await writeFile(file, '[convert]\ntesseract = "./tools/ocr"\n')
  await writeFile(join(place.home, 'trusted.json'), '{"files": 1}')
  const config = await read(place)
  assert.equal(config.values['convert.tesseract'], 'tesseract')
  assert.match(config.warnings[0] ?? '', /trusted\.json cannot be read/)
})

test('a file in the home, or named by --config or QUIRE_CONFIG, is the person’s wherever the command runs', async t => {
  const place = await openPlace(t)
  const file = join(place.folder, 'quire.toml')
  await writeFile(file, '[http]\nport = 9001\n')
  for (const given of [{ argv: ['--config', 'quire.toml'] }, { env: { QUIRE_CONFIG: file } }]) {
    const config = await read(place, given)
    assert.deepEqual([config.values['http.port'], config.file, config.project], [9001, file, null])
  }
  const atHome = await readConfig({ argv: ['--home', '.'], env: {}, cwd: place.folder, homedir: place.root })
  assert.deepEqual([atHome.values['http.port'], atHome.project], [9001, null])
})

test('a file named by --config takes the place of the one in the home; the project’s is still read', async t => {
  const place = await openPlace(t)
  await writeFile(join(place.home, 'quire.toml'), '[http]\nport = 9001\nsse = true\n')
  await writeFile(join(place.folder, 'quire.toml'), 'toolsets = ["documents"]\n')
  const other = join(place.root, 'other.toml')
  await writeFile(other, '[http]\nport = 9002\n')
  const { values } = await read(place, { argv: ['--config', other] })
  assert.deepEqual([values['http.port'], values['http.sse'], values.toolsets], [9002, false, ['documents']])
})

test('paths of a project file stay inside its folder, links followed', async t => {
  const place = await openPlace(t)
  const outside = join(place.root, 'secret')
  await mkdir(outside)
  await writeFile(join(outside, 'refs.json'), '[]')
  await mkdir(join(place.folder, 'data'))
  await writeFile(join(place.folder, 'data/refs.json'), '[]')
  await symlink(join(outside, 'refs.json'), join(place.folder, 'link.json'))
  await symlink(outside, join(place.folder, 'linked'))
  await symlink(join(outside, 'not-yet.json'), join(place.folder, 'dangling.json'))
  await symlink('data/refs.json', join(place.folder, 'inner.json'))
  const file = join(place.folder, 'quire.toml')
  const cases: [path: string, isInside: boolean][] = [
    ['data/refs.json', true],
    ['inner.json', true],
    ['not-there-yet.json', true],
    [join(place.folder, 'data/refs.json'), true],
    ['link.json', false],
    ['linked/refs.json', false],
    [`${place.folder}/linked/../secret/refs.json`, false],
    ['dangling.json', false],
    ['../secret/refs.json', false],
    ['~/secret/refs.json', false],
    [join(outside, 'refs.json'), false],
    [`${place.folder}-other/refs.json`, false],
  ]
  for (const [path, isInside] of cases) {
    await writeFile(
      file,
      `[hansard]\nmembers = [${JSON.stringify(path)}]\n[project.mine]\nreferences = ${JSON.stringify(path)}\n`,
    )
    const { all, projects, ignored, warnings } = await read(place)
    assert.equal(Object(all['hansard.members']).length, isInside ? 1 : 0, path)
    assert.equal(projects[0]?.references !== undefined, isInside, path)
    assert.deepEqual(
      ignored.map(({ key, reason }) => [key, reason]),
      isInside
        ? []
        : [
            ['hansard.members', 'outside'],
            ['project."mine".references', 'outside'],
          ],
    )
    assert.equal(warnings.length, isInside ? 0 : 1)
  }
})

test('a project file adds projects, but not with a model or a collection, and not in place of the person’s', async t => {
  const place = await openPlace(t)
  await writeFile(join(place.home, 'quire.toml'), '[project.thesis]\nreferences = "mine.bib"\n')
  const file = join(place.folder, 'quire.toml')
  await writeFile(
    file,
    [
      '[project.thesis]\nreferences = "refs.bib"',
      '[project."lab/new"]\ntop_k = 3\nmax_tokens = 200\nembedder = "openai:x"\ncollection = "default"',
    ].join('\n'),
  )
  const { projects, ignored } = await read(place)
  assert.deepEqual(projects, [
    { id: 'thesis', references: join(place.home, 'mine.bib') },
    { id: 'lab/new', topK: 3, policy: { maxTokens: 200 }, declaredIn: file },
  ])
  assert.deepEqual(
    ignored.map(({ key, reason }) => [key, reason]),
    [
      ['project."lab/new".embedder', 'untrusted'],
      ['project."lab/new".collection', 'untrusted'],
      ['project."thesis"', 'taken'],
    ],
  )
  await trustFile(place, file)
  assert.deepEqual((await read(place)).projects, [
    { id: 'thesis', references: join(place.folder, 'refs.bib') },
    { id: 'lab/new', topK: 3, policy: { maxTokens: 200 }, embedder: 'openai:x', collection: 'default' },
  ])
})

test('names in a project file can neither steer a terminal nor fill it', async t => {
  const place = await openPlace(t)
  const keys = Array.from({ length: 500 }, (_, index) => `"\\u001b[2J please run this ${index}" = 1`)
  await writeFile(
    join(place.folder, 'quire.toml'),
    `${keys.join('\n')}\n[environment]\n"A\\u001b[2J" = "1"\n`,
  )
  const { warnings } = await read(place)
  assert.ok(warnings.length < 15)
  assert.match(warnings[0] ?? '', /Ignored: environment\.A\?/)
  for (const warning of warnings) assert.doesNotMatch(warning, /\p{Cc}|please run/u)

  const odd = join(place.root, 'a b\u001b[2J')
  await mkdir(odd)
  await writeFile(join(odd, 'quire.toml'), 'unknown = 1\nembedder = "hash"\n')
  for (const warning of (await read(place, { cwd: odd })).warnings) assert.doesNotMatch(warning, /\p{Cc}/u)
  const spaced = join(place.root, "it's mine")
  await mkdir(spaced)
  await writeFile(join(spaced, 'quire.toml'), 'embedder = "hash"\n')
  const [warning = ''] = (await read(place, { cwd: spaced })).warnings
  assert.ok(warning.endsWith(`quire trust '${place.root}/it'\\''s mine/quire.toml'`), warning)
})

test('a project file that is no plain file, too large or no TOML is refused in one line', async t => {
  const place = await openPlace(t)
  const file = join(place.folder, 'quire.toml')
  await mkdir(file)
  await assert.rejects(read(place), /is not a regular file/)
  await rm(file, { recursive: true })
  await writeFile(file, `#${'x'.repeat(2_000_000)}`)
  await assert.rejects(read(place), /has more than \d+ bytes/)
  await writeFile(file, 'a = 1\nkey = "sk-secret\n')
  await assert.rejects(
    read(place),
    error => error instanceof Error && /line 2/.test(error.message) && !/sk-secret|\n/.test(error.message),
  )
  await writeFile(file, `${'a.'.repeat(2000)}b = 1\n`)
  assert.equal((await read(place)).warnings.length, 1)
})

test('variables of a file count right after the real ones, and only those that Quire reads', async t => {
  const place = await openPlace(t)
  const person = join(place.home, 'quire.toml')
  await writeFile(
    person,
    [
      'transport = "http"\nhost = "127.0.0.2"\nport = 9000\nlog.level = "error"',
      '[environment]\nLOG_LEVEL = "debug"\nQUIRE_PORT = 9001\nUSE_GRAPHITI = true\nPATH = "/evil"\nQUIRE_HOME = "/x"',
      'NODE_OPTIONS = "--require x"\nDEFAULT_LIBRARY = ""',
    ].join('\n'),
  )
  const config = await read(place)
  const { values, origins } = config
  assert.deepEqual(
    [
      values.transport,
      values['http.host'],
      values['http.port'],
      values['log.level'],
      config.all['graph.facts'],
    ],
    ['http', '127.0.0.2', 9001, 'debug', true],
  )
  assert.deepEqual(origins['log.level'], { from: 'file', name: `environment.LOG_LEVEL in ${person}` })
  assert.deepEqual([values.home, values.default_library], [place.home, 'default'])
  assert.deepEqual(
    config.warnings.map(warning => warning.split(' ')[0]),
    ['environment.PATH', 'environment.QUIRE_HOME', 'environment.NODE_OPTIONS'],
  )
  const real = await read(place, { env: { LOG_LEVEL: 'warn' } })
  assert.equal(real.values['log.level'], 'warn')
  await writeFile(person, 'environment = "LOG_LEVEL=debug"\n')
  await assert.rejects(read(place), /environment in .* must be a table of variables/)
})

test('a secret goes only to the host it was given for', async t => {
  const place = await openPlace(t)
  const person = join(place.home, 'quire.toml')
  const project = join(place.folder, 'quire.toml')
  const keyIn = async (given: Parameters<typeof read>[1]) => (await read(place, given)).values['openai.key']
  const alone = { OPENAI_API_KEY: 'sk-1' }

  assert.equal(await keyIn({ env: alone }), 'sk-1')
  assert.equal(await keyIn({ env: { ...alone, OPENAI_BASE_URL: 'http://mine.test/v1' } }), 'sk-1')
  assert.equal(await keyIn({ env: alone, argv: ['--openai-url', 'http://mine.test/v1'] }), 'sk-1')

  await writeFile(project, '[openai]\nurl = "http://evil.test/v1"\n')
  const untrusted = await read(place, { env: alone })
  assert.equal(untrusted.values['openai.url'], 'https://api.openai.com/v1')
  await trustFile(place, project)
  assert.equal(await keyIn({ env: alone }), 'sk-1')

  await writeFile(person, '[openai]\nurl = "https://mine.test/v1"\nkey = "sk-mine"\n')
  const elsewhere = await read(place)
  assert.deepEqual(
    [elsewhere.values['openai.url'], elsewhere.values['openai.key']],
    ['http://evil.test/v1', null],
  )
  assert.match(
    elsewhere.warnings.join('\n'),
    /openai\.key \(openai\.key in .*\) is not sent to http:\/\/evil\.test, .* it was set for https:\/\/mine\.test/,
  )
  assert.doesNotMatch(elsewhere.warnings.join('\n'), /sk-mine/)
  assert.deepEqual(
    showIgnored(elsewhere).map(({ key, why }) => [key, why]),
    [['openai.key', 'it was set for a host other than the configured one']],
  )
  await rm(project)
  assert.equal(await keyIn({}), 'sk-mine')
  assert.equal(await keyIn({ argv: ['--openai-url', 'https://mine.test/v2'] }), 'sk-mine')
  assert.equal(await keyIn({ argv: ['--openai-url', 'http://mine.test/v1'] }), null)
  assert.equal(await keyIn({ argv: ['--openai-url', 'https://mine.test:444/v1'] }), null)
})

test('the token may be the first line of a file', async t => {
  const place = await openPlace(t)
  const path = join(place.root, 'token')
  const argv = ['--token-file', path]
  await assert.rejects(
    read(place, { argv }),
    /The token file .*token \(--token-file\) cannot be read: ENOENT/,
  )
  await writeFile(path, '\nsecond line\n', { mode: 0o600 })
  await assert.rejects(read(place, { argv }), /The first line of the token file .* is empty/)
  await writeFile(path, '  0123456789abcdef  \nsecond line\n')
  const config = await read(place, { argv })
  assert.deepEqual([config.values['http.token'], config.warnings], ['0123456789abcdef', []])
  assert.equal(
    (await read(place, { env: { QUIRE_TOKEN_FILE: path } })).values['http.token'],
    '0123456789abcdef',
  )
  assert.equal(showConfig(config).find(row => row.key === 'http.token')?.value, '********')
  await assert.rejects(
    read(place, { argv, env: { QUIRE_TOKEN: 'x' } }),
    /http\.token \(QUIRE_TOKEN\) and http\.token_file \(--token-file\) are both set/,
  )
  await chmod(path, 0o640)
  assert.match((await read(place, { argv })).warnings[0] ?? '', /can be read by other users.*chmod 600/)
})
