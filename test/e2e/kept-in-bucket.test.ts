import assert from 'node:assert/strict'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, test } from 'node:test'
import { openHttp } from '../../src/app/open-http.ts'
import { runProgram } from '../../src/app/run-program.ts'
import { openWorld, testProcess, type World } from '../contract/world.ts'
import { type BucketServer, bucketServer } from '../support/bucket-server.ts'

let server: BucketServer
let credentials: string
let folder: string
before(async () => {
  server = await bucketServer()
  folder = await mkdtemp(join(tmpdir(), 'quire-bucket-'))
  credentials = join(folder, 'credentials')
  const { accessKey, secretKey } = server.keys
  const lines = [`aws_access_key_id = ${accessKey}`, `aws_secret_access_key = ${secretKey}`]
  await writeFile(credentials, `[other]\naws_access_key_id = x\n[default]\n${lines.join('\n')}\n`, {
    mode: 0o600,
  })
})
beforeEach(() => {
  server.objects.clear()
  server.faults = []
})
after(async () => {
  await server.close()
  await rm(folder, { recursive: true, force: true })
})

const text = 'Iron gall ink is made from oak galls and iron salts.'
const flags = (more: string[] = []) => [
  ...['--originals-bucket', 's3://kept/team', '--originals-endpoint', server.url],
  ...['--originals-region', server.region, '--originals-credentials-file', credentials],
  ...more,
]

/** Uploads a text file; returns the id of its document and the way to its bytes. */
async function serve(world: World) {
  const http = await openHttp(world.wired)
  return {
    async upload(content: string): Promise<Record<string, unknown>> {
      const form = new FormData()
      form.set('file', new File([content], 'ink.txt'))
      form.set('library', 'sent')
      const response = await fetch(`${http.url}/upload`, { method: 'POST', body: form })
      // SAFETY: the route returns an object.
      return (await response.json()) as Record<string, unknown>
    },
    original: async (id: unknown) => fetch(`${http.url}/api/v1/documents/${id}/original`),
    close: () => http.close(),
  }
}

async function run(argv: string[]): Promise<{ code: number; text: string }> {
  let printed = ''
  const take = (piece: string) => {
    printed += `${piece}\n`
  }
  const code = await runProgram(testProcess(folder, argv, { onOutput: take, onNote: take }))
  return { code, text: printed }
}

test('an upload is kept in the bucket, returned by a server with another home, and removed with its document', async () => {
  const store = ['--store', `sqlite:${join(folder, 'shared.db')}`]
  const one = await openWorld('library', { flags: flags(store) })
  const other = await openWorld('library', { flags: flags(store) })
  const served = await serve(one)
  const otherServed = await serve(other)
  try {
    const { doc_id, warnings } = await served.upload(text)
    assert.deepEqual(warnings, [])
    assert.equal(server.objects.size, 1)
    for (const { original } of [served, otherServed])
      assert.equal(await (await original(doc_id)).text(), text)
    const newer = await served.upload(`${text} It darkens.`)
    assert.equal(server.objects.size, 1, 'the newer version replaces the older one')
    await one.call('delete_document', { doc_id: newer.doc_id })
    await one.call('restore_document', { doc_id: newer.doc_id })
    assert.equal(await (await served.original(newer.doc_id)).text(), `${text} It darkens.`)
    await one.wired.engine.catalog.deleteDocument(String(newer.doc_id))
    assert.equal(server.objects.size, 0)
  } finally {
    await otherServed.close()
    await other.close()
    await served.close()
    await one.close()
  }
})

test('while the bucket is out of order, an upload is stored with a warning, and nothing is deleted', async () => {
  const world = await openWorld('library', { flags: flags() })
  const served = await serve(world)
  try {
    const first = await served.upload(text)
    server.faults = Array.from({ length: 5 }, () => ({ status: 403, code: 'AccessDenied' }))
    const second = await served.upload(`${text} It darkens.`)
    assert.equal(second.status, 'replaced')
    assert.match(String(second.warnings), /was not kept: .*may not do this/)
    assert.notEqual(first.doc_id, second.doc_id)
    server.faults = Array.from({ length: 5 }, () => ({ status: 403, code: 'AccessDenied' }))
    await assert.rejects(world.wired.engine.catalog.deleteCollection('sent'), {
      code: 'BUCKET_REFUSED',
      hint: /s3:DeleteObject/,
    })
    server.faults = []
    assert.equal((await world.call('list_documents', { library: 'sent' })).documents.length, 1)
  } finally {
    await served.close()
    await world.close()
  }
})

test('neither the settings nor a failing doctor shows the keys', async () => {
  const shown = await run(['config', 'show', '--json', '--home', join(folder, 'home'), ...flags()])
  assert.equal(shown.code, 0, shown.text)
  assert.match(shown.text, /"originals\.secret_key"[^}]*\*{8}/)
  server.faults = Array.from({ length: 5 }, () => ({ status: 403, code: 'SignatureDoesNotMatch' }))
  const ill = await run(['doctor', '--home', join(folder, 'home'), '--embedder', 'hash', ...flags()])
  assert.match(ill.text, /kept files.*does not accept the keys/)
  server.faults = []
  const well = await run(['doctor', '--home', join(folder, 'home'), '--embedder', 'hash', ...flags()])
  assert.match(well.text, /s3:\/\/kept\/team at http.* keeps, returns and removes files/)
  assert.equal(server.objects.size, 0)
  for (const { text } of [shown, ill, well])
    for (const secret of Object.values(server.keys)) assert.equal(text.includes(secret), false)
})

const refusals = [
  { name: 'without keys', flags: ['--originals-bucket', 's3://kept'], says: /needs keys/ },
  { name: 'that is not an address', flags: ['--originals-bucket', 'kept'], says: /must be s3:\/\/bucket/ },
]
for (const { name, flags: wrong, says } of refusals)
  test(`a bucket ${name} is refused at the start`, async () => {
    const { code, text } = await run(['libraries', '--home', join(folder, 'home'), ...wrong])
    assert.equal(code, 2)
    assert.match(text, says)
  })

test('moving takes kept files from the home to the bucket and back, and a backup says what is not in it', async () => {
  const home = join(folder, 'first')
  const world = await openWorld('library', { home })
  const served = await serve(world)
  const { doc_id } = await served.upload(text)
  await served.close()
  await world.close()
  const [second, third] = [join(folder, 'second.db'), join(folder, 'third.db')]
  const moved = await run(['move', '--home', home, '--to', `sqlite:${second}`, ...flags()])
  assert.equal(moved.code, 0, moved.text)
  assert.equal(server.objects.size, 1)
  const elsewhere = join(folder, 'elsewhere')
  const at = ['--home', elsewhere, '--store', `sqlite:${second}`]
  const saved = await run(['backup', join(folder, 'saved'), ...at, ...flags()])
  assert.match(saved.text, /kept in s3:\/\/kept\/team\/ at http:\S+ are not in it/)
  const manifest = JSON.parse(await readFile(join(folder, 'saved', 'backup.json'), 'utf8'))
  assert.match(manifest.bucket, /^s3:\/\/kept\/team\/ at /)
  const restored = await run(['restore', join(folder, 'saved'), '--home', join(folder, 'restored')])
  assert.match(restored.text, /uploaded files were kept in s3:.*settings do not name/)
  const back = ['move', '--from', `sqlite:${second}`, '--to', `sqlite:${third}`, '--without-bucket']
  const returned = await run([...back, '--home', elsewhere, ...flags()])
  assert.equal(returned.code, 0, returned.text)
  server.objects.clear()
  const last = await openWorld('library', { home: elsewhere, flags: ['--store', `sqlite:${third}`] })
  const lastServed = await serve(last)
  try {
    assert.equal(await (await lastServed.original(doc_id)).text(), text)
  } finally {
    await lastServed.close()
    await last.close()
  }
})
