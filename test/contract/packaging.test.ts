import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { parse, parseAllDocuments } from 'yaml'
import { builtInNames } from '../../src/app/config/setting-names.ts'
import { createMetrics } from '../../src/app/metrics.ts'

/** The examples of deployments cannot be run here, so the names in them are compared with the program. */
const root = join(import.meta.dirname, '../..')
const folder = join(root, 'packaging')

const read = (...path: string[]) => readFile(join(folder, ...path), 'utf8')

const files = (await readdir(folder, { recursive: true, withFileTypes: true }))
  .filter(entry => entry.isFile() && !entry.parentPath.includes('mcpb'))
  .map(entry => join(entry.parentPath, entry.name))

test('every setting that the examples and docs/operate.md name exists', async () => {
  const variables = new Set(builtInNames.rows.flatMap(({ env }) => env))
  const flags = new Set(builtInNames.rows.flatMap(row => row.flags))
  for (const path of [...files, join(root, 'docs/operate.md')]) {
    const text = await readFile(path, 'utf8')
    for (const [name] of text.matchAll(/\b(?:QUIRE|OTEL)_[A-Z_]+\b/g))
      assert.ok(variables.has(name), `${path}: ${name}`)
    for (const line of text.split('\n').filter(each => /quire serve /.test(each)))
      for (const [, name = ''] of line.matchAll(/ --([a-z-]+)/g))
        assert.ok(flags.has(name), `${path}: --${name}`)
  }
})

test('the alarms use metrics, labels and outcomes that the server has', async () => {
  const metrics = createMetrics({ write() {} }, '1')
  metrics.start()
  for (const outcome of ['ok', 'TIMEOUT', 'INTERNAL_ERROR'])
    metrics.log.write('info', 'call', { tool: 'search', surface: 'rest', outcome, ms: 1 })
  metrics.log.write('warn', 'refused', { code: 'TOKEN_REQUIRED' })
  const outerIndex = { description: 'qdrant', changes: 0, chunks: 0, seconds: 0, used: 0, problem: null }
  const text = metrics.render({ jobs: new Map([['interrupted', 0]]), documents: 0, chunks: 0, outerIndex })
  const { groups } = parse(await read('prometheus', 'alerts.yaml'))
  const rules: { alert: string; expr: string }[] = groups.flatMap(({ rules }: { rules: object[] }) => rules)
  assert.ok(rules.length > 5)
  for (const { alert, expr } of rules)
    for (const [, name = '', label, value] of expr.matchAll(
      /\b((?:quire|process|nodejs)_\w+)(?:\{(\w+)="([^"]+)")?/g,
    )) {
      assert.match(text, new RegExp(`^${name}(\\{| )`, 'm'), alert)
      if (label !== undefined && label !== 'job')
        assert.match(text, new RegExp(`^${name}\\{.*${label}="${value}"`, 'm'), alert)
    }
})

test('the image runs as a user without rights, and nothing but its home and /tmp is written', async () => {
  const docker = await read('docker', 'Dockerfile')
  assert.equal([...docker.matchAll(/^FROM /gm)].length, 3)
  assert.match(docker.slice(docker.lastIndexOf('FROM ')), /^USER 10001:10001$/m)
  assert.match(docker, /node_modules\/quire-mcp\/bin\/quire\.js/)
  assert.ok(existsSync(join(root, 'bin/quire.js')))
  const { services, secrets, networks } = parse(await read('docker', 'compose.yaml'), { merge: true })
  for (const name of ['quire-1', 'quire-2']) {
    const server = services[name]
    assert.equal(server.read_only, true)
    assert.deepEqual(server.cap_drop, ['ALL'])
    for (const secret of server.secrets) assert.ok(secret in secrets)
    assert.equal(server.environment.QUIRE_TRUSTED_PROXIES, networks.inside.ipam.config[0].subnet)
    assert.match(await read('docker', 'Caddyfile'), new RegExp(`${name}:8321`))
    assert.ok(existsSync(join(folder, 'docker', server.build.context, server.build.dockerfile)))
  }
})

test('pods have probes, no rights, and time to drain', async () => {
  const [deployment, service] = parseAllDocuments(await read('kubernetes', 'quire.yaml')).map(one => {
    assert.deepEqual(one.errors, [])
    return one.toJS()
  })
  const { spec } = deployment.spec.template
  const [container] = spec.containers
  assert.equal(container.readinessProbe.httpGet.path, '/readyz')
  assert.equal(container.livenessProbe.httpGet.path, '/healthz')
  assert.equal(container.securityContext.readOnlyRootFilesystem, true)
  assert.equal(spec.securityContext.runAsNonRoot, true)
  const drain = container.env.find(({ name }: { name: string }) => name === 'QUIRE_HTTP_DRAIN_SECONDS')
  assert.ok(Number(drain.value) < spec.terminationGracePeriodSeconds)
  const volumes = spec.volumes.map(({ name }: { name: string }) => name)
  for (const { name } of container.volumeMounts) assert.ok(volumes.includes(name))
  assert.equal(service.spec.ports[0].targetPort, container.ports[0].name)
})

const analyze = '/usr/bin/systemd-analyze'

test('systemd accepts the units', { skip: !existsSync(analyze) && 'systemd is not installed' }, async () => {
  const units = await mkdtemp(join(tmpdir(), 'quire-units-'))
  try {
    for (const name of await readdir(join(folder, 'systemd'))) {
      // The program is not installed here: any program that exists is in its place.
      const text = (await read('systemd', name)).replaceAll('/usr/local/bin/quire', '/bin/true')
      await writeFile(join(units, name), text)
    }
    const paths = (await readdir(units)).map(name => join(units, name))
    const { stderr } = await promisify(execFile)(analyze, ['verify', '--man=no', ...paths])
    assert.doesNotMatch(stderr, /quire[\w-]*\.(?:service|timer):\d+/)
  } finally {
    await rm(units, { recursive: true })
  }
})
