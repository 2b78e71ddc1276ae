import { Buffer } from 'node:buffer'
import { setTimeout as pause } from 'node:timers/promises'
import { writeZip } from '../../../src/adapters/converters/archive/write-zip.ts'

/** A hostile input: a file for /upload, or a whole request. */
export type HostileInput = {
  name: string
  /** `size` is the approximate number of bytes. */
  make(size: number): Sent
}

type Sent =
  | { kind: 'file'; fileName: string; bytes: Uint8Array }
  | { kind: 'body'; path: string; contentType: string; bytes: Uint8Array }

const file = (fileName: string, text: string): Sent => ({ kind: 'file', fileName, bytes: Buffer.from(text) })
const json = (path: string, text: string): Sent => ({
  kind: 'body',
  path,
  contentType: 'application/json',
  bytes: Buffer.from(text),
})
const ingestContent = '/api/v1/documents/ingest_content'

/** The limit of a JSON body, in bytes. */
const bodyLimit = 16 * 1024 * 1024
const inBody = (size: number): number => Math.min(size, bodyLimit - 1024)

export const hostileInputs: readonly HostileInput[] = [
  { name: 'CSV, two rows', make: size => file('wide.csv', twoRows(size)) },
  { name: 'CSV, one quoted cell', make: size => file('cell.csv', `a,b\n1,"${prose(size)}"\n`) },
  { name: 'JSON, nested', make: size => file('deep.json', '['.repeat(size / 2) + ']'.repeat(size / 2)) },
  { name: 'JSON, nested 150 deep, many times', make: size => file('nests.json', nests(size)) },
  { name: 'JSON, an object of many keys', make: size => file('keys.json', manyKeys(size)) },
  { name: 'XML, many elements', make: size => file('wide.xml', wideXml(size)) },
  { name: 'XML, nested', make: size => file('deep.xml', deepXml(size)) },
  { name: 'Markdown, one table', make: size => file('table.md', table(size)) },
  { name: 'Markdown, only headings', make: size => file('heads.md', repeat('# a\n\n', size)) },
  { name: 'Markdown, emphasis and links', make: size => file('marks.md', repeat('**a [b](', size)) },
  { name: 'Markdown, backticks', make: size => file('ticks.md', repeat('`` ` a ', size)) },
  { name: 'text, one line without spaces', make: size => file('line.txt', repeat('abcdefghij', size)) },
  { name: 'text, words of one letter', make: size => file('letters.txt', repeat('a b c d ', size)) },
  { name: 'text, twenty scripts', make: size => file('scripts.txt', scripts(size)) },
  {
    name: 'JavaScript, minified',
    make: size => file('app.min.js', repeat('function a(b){return b+1};', size)),
  },
  { name: 'Python, many functions', make: size => file('many.py', functions(size)) },
  { name: 'HTML, nested', make: size => file('deep.html', `<html><body>${repeat('<div>a', size)}`) },
  { name: 'HTML, many attributes', make: size => file('attributes.html', attributes(size)) },
  { name: 'notebook, large cells', make: size => file('large.ipynb', notebook(size)) },
  {
    name: 'ZIP of many small files',
    make: size => ({ kind: 'file', fileName: 'many.zip', bytes: zip(size) }),
  },
  { name: 'multipart form of 100,000 parts', make: size => manyParts(size) },
  {
    name: 'multipart form, boundaries that begin no line',
    make: size => ({
      kind: 'body',
      path: '/upload',
      contentType: 'multipart/form-data; boundary=a',
      bytes: Buffer.from(`x${repeat('--a', size)}`),
    }),
  },
  { name: 'JSON body, many keys', make: size => json(ingestContent, manyKeys(inBody(size))) },
  {
    name: 'JSON body, nested',
    make: size => json(ingestContent, '['.repeat(inBody(size) / 2) + ']'.repeat(inBody(size) / 2)),
  },
  {
    name: 'JSON body, one long text',
    make: size => json(ingestContent, JSON.stringify({ source: 'a.md', content: prose(inBody(size) * 0.9) })),
  },
  {
    name: 'JSON body, one long label',
    make: size =>
      json(ingestContent, JSON.stringify({ source: prose(inBody(size) * 0.9), content: 'A note.' })),
  },
  {
    name: 'JSON body, one long name in a search',
    make: size =>
      json(
        '/api/v1/documents/search',
        JSON.stringify({ query: 'river', filter: { source: prose(inBody(size) * 0.9) } }),
      ),
  },
  {
    name: 'JSON body, base64',
    make: size =>
      json(ingestContent, JSON.stringify({ source: 'b64.txt', content: base64(inBody(size) * 0.9) })),
  },
  {
    name: 'JSON-RPC body, many keys',
    make: size =>
      json(
        '/mcp',
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search","arguments":${manyKeys(inBody(size) - 200)}}}`,
      ),
  },
]

function repeat(part: string, size: number): string {
  return part.repeat(Math.max(1, Math.floor(size / Buffer.byteLength(part))))
}

function prose(size: number): string {
  return repeat('The river runs past the old mill and nobody knows how deep it is. ', size)
}

function twoRows(size: number): string {
  const columns = Math.floor(size / 23)
  const names = Array.from({ length: columns }, (_, column) => `column${column}`)
  return `${names.join(',')}\n${names.map((_, column) => column).join(',')}\n`
}

function nests(size: number): string {
  return `[${repeat(`${'{"a":['.repeat(75)}1${']}'.repeat(75)},`, size)}0]`
}

function manyKeys(size: number): string {
  const pairs = Array.from({ length: Math.floor(size / 15) }, (_, key) => `"k${key}":${key % 10}`)
  return `{${pairs.join(',')}}`
}

function wideXml(size: number): string {
  return `<?xml version="1.0"?><root>${repeat('<item id="1"><name>word</name><value>7</value></item>', size)}</root>`
}

function deepXml(size: number): string {
  const depth = Math.floor(size / 7)
  return `<?xml version="1.0"?>${'<a>'.repeat(depth)}word${'</a>'.repeat(depth)}`
}

function table(size: number): string {
  return `| a | b |\n| --- | --- |\n${repeat('| 1 | word |\n', size)}`
}

function scripts(size: number): string {
  const words =
    'water вода νερό wasser 水 みず 물 पानी জল நீர் నీరు ನೀರು വെള്ളം น้ำ ນໍ້າ ရေ ទឹក מים ماء წყალი ջուր ውሃ '
  return repeat(words, size)
}

function functions(size: number): string {
  const count = Math.floor(size / 32)
  return Array.from({ length: count }, (_, at) => `def f${at}(x):\n    return x\n\n`).join('')
}

function attributes(size: number): string {
  const pairs = Array.from({ length: Math.floor(size / 14) }, (_, at) => `a${at}="${at % 10}"`)
  return `<html><body><p ${pairs.join(' ')}>word</p></body></html>`
}

function notebook(size: number): string {
  const cell = {
    cell_type: 'code',
    source: repeat('x = 1\n', size / 4),
    outputs: [{ text: prose(size / 6) }],
  }
  return JSON.stringify({ nbformat: 4, metadata: {}, cells: [cell, { ...cell, cell_type: 'markdown' }] })
}

function zip(size: number): Uint8Array {
  const count = Math.min(60_000, Math.floor(size / 160))
  return writeZip(
    Array.from({ length: count }, (_, at) => ({
      name: `${at}.txt`,
      content: Buffer.from(`file ${at} says hello`),
    })),
  )
}

function base64(size: number): string {
  return Buffer.alloc(Math.floor((size / 4) * 3), 'quire').toString('base64')
}

function manyParts(size: number): Sent {
  const parts = Array.from(
    { length: Math.min(100_000, Math.floor(size / 70)) },
    (_, at) => `--edge\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n${at}\r\n`,
  )
  return {
    kind: 'body',
    path: '/upload',
    contentType: 'multipart/form-data; boundary=edge',
    bytes: Buffer.from(`${parts.join('')}--edge--\r\n`),
  }
}

/** Sends it, waits for the end of the work (of the job, if there is one) and returns the outcome. */
export async function send(url: string, sent: Sent): Promise<string> {
  const response = await fetch(
    `${url}${sent.kind === 'file' ? '/upload' : sent.path}`,
    requestOf(sent),
  ).catch((error: Error) => error)
  if (response instanceof Error) return `connection failed: ${String(response.cause ?? response.message)}`
  const text = await response.text()
  const answer = parse(text)
  if (typeof answer.job_id === 'string' && answer.status === 'running') return untilEnded(url, answer.job_id)
  const said = answer.error ?? answer.status ?? text
  return `${response.status} ${(typeof said === 'string' ? said : JSON.stringify(said)).slice(0, 80)}`.replaceAll(
    '\n',
    ' ',
  )
}

function requestOf(sent: Sent): RequestInit {
  if (sent.kind === 'body')
    return {
      method: 'POST',
      headers: {
        'Content-Type': sent.contentType,
        ...(sent.path === '/mcp' ? { Accept: 'application/json, text/event-stream' } : {}),
      },
      body: Buffer.from(sent.bytes),
    }
  const form = new FormData()
  form.set('file', new File([Buffer.from(sent.bytes)], sent.fileName))
  return { method: 'POST', body: form }
}

async function untilEnded(url: string, id: string): Promise<string> {
  for (;;) {
    const job = parse(await (await fetch(`${url}/api/v1/jobs/${id}`)).text())
    if (job.state !== 'running') return `job ${job.state ?? JSON.stringify(job)}`
    await pause(200)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: replies of many shapes, read for a report
function parse(text: string): any {
  try {
    return JSON.parse(text)
  } catch {
    return {}
  }
}
