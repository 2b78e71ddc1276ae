/** Writes all generated files, most of them from the tool table; with --check, only reports those that are out of date. */

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { features } from '../src/app/features.ts'
import { loadContents, loadToolsets } from '../src/app/load-features.ts'
import { joinUploads } from '../src/app/open-http.ts'
import type { Runtime } from '../src/core/contract/invoke.ts'
import type { JsonSchemaNode } from '../src/core/contract/json-schema.ts'
import { toolTable } from '../src/core/contract/tool-table.ts'
import type { Host } from '../src/core/feature.ts'
import { openApi } from '../src/surfaces/rest/open-api.ts'
import { uploadPaths } from '../src/surfaces/rest/upload-route.ts'
import { clientPage } from './client-page.ts'
import { importGraph } from './import-graph.ts'
import { mcpbManifest, serverJson } from './packaging.ts'
import { referencePage } from './reference-page.ts'
import { hasChangedSilently, snapshotOf } from './tool-snapshot.ts'

const contents = await Promise.all(features.map(loadContents))
const templateFiles = contents.flatMap(({ templateFiles: files }) => [...(files?.() ?? [])])
const root = join(import.meta.dirname, '..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
const { version } = manifest
const published = toolTable((await loadToolsets()).filter(toolset => toolset.isHidden !== true))
const json = (value: unknown) => `${JSON.stringify(value, null, 2)}\n`

const wanted = new Map<string, string>([
  [
    'docs/openapi.json',
    json(openApi(published, { name: 'quire', version }, { ...uploads(), ...pictures() })),
  ],
  ...published.toolsets.map(
    toolset =>
      [
        `docs/reference/${toolset.name}.md`,
        referencePage(
          toolset,
          published.rows.filter(row => row.toolset === toolset),
        ),
      ] as const,
  ),
  ...published.rows.map(row => [snapshotPath(row.tool.name), json(snapshotOf(row))] as const),
  ...templateFiles.map(([name, text]) => [`templates/${name}`, text] as const),
  ['server.json', json(serverJson(manifest))],
  ['packaging/mcpb/manifest.json', json(mcpbManifest(manifest, published))],
  ['docs/clients.md', clientPage(manifest.name, strictForms())],
  ['README.md', withToolTable(read('README.md') ?? '')],
  ['docs/ARCHITECTURE.md', withImportGraph(read('docs/ARCHITECTURE.md') ?? '')],
  ['package-lock.json', json(plainLock(JSON.parse(read('package-lock.json') ?? '{}')))],
])

const stale = [...wanted].filter(([path, text]) => read(path) !== text).map(([path]) => path)
const left = ['docs/reference', 'test/contract/snapshots', 'templates/n8n']
  .flatMap(folder => list(folder).map(name => `${folder}/${name}`))
  .filter(path => !wanted.has(path))

const silent = published.rows.filter(row => {
  const before = read(snapshotPath(row.tool.name))
  return before !== null && hasChangedSilently(JSON.parse(before), snapshotOf(row))
})
const mayChange = process.argv.includes('--unreleased')

if (silent.length > 0 && !mayChange) {
  for (const { tool } of silent)
    console.error(`The schema of ${tool.name} differs from that of version ${tool.version ?? '1.0.0'}.`)
  console.error(
    'Give each a new version in its declaration; while no one has that version yet, run with --unreleased.',
  )
  process.exitCode = 1
} else if (process.argv.includes('--check')) {
  for (const path of stale) console.error(`${path} is out of date.`)
  for (const path of left) console.error(`${path} belongs to no tool.`)
  if (stale.length + left.length > 0) {
    console.error('Run `npm run generate` and commit the result.')
    process.exitCode = 1
  }
} else {
  for (const path of stale) write(path, wanted.get(path) ?? '')
  for (const path of left) rmSync(join(root, path))
  console.log(`${wanted.size} generated files, ${stale.length} written, ${left.length} removed.`)
}

/** README.md with the generated table of toolsets between its marks. */
function withToolTable(readme: string): string {
  const rows = published.toolsets.map(toolset => {
    const count = published.rows.filter(row => row.toolset === toolset).length
    return `| [\`${toolset.name}\`](docs/reference/${toolset.name}.md) | ${count} | ${toolset.description} |`
  })
  const table = ['| toolset | tools | what they are for |', '|---|---|---|', ...rows].join('\n')
  return readme.replace(/(<!-- tools:[^\n]*-->\n)[\s\S]*(<!-- \/tools -->)/, `$1${table}\n$2`)
}

/** docs/ARCHITECTURE.md with the generated graph of imports between its marks. */
function withImportGraph(page: string): string {
  return page.replace(/(<!-- imports:[^\n]*-->\n)[\s\S]*(<!-- \/imports -->)/, `$1${importGraph(root)}\n$2`)
}

/** Returns the inputs that contain a map, which a closed object cannot express. */
function strictForms() {
  const without = published.rows.flatMap(({ tool, inputSchema }) => {
    const map = openMapIn(inputSchema, '')
    return map === null ? [] : [{ tool: tool.name, map }]
  })
  return { all: published.rows.length, without }
}

function pictures() {
  const [drawn] = contents.flatMap(({ pictures: open }) => open?.({ table: published }) ?? [])
  return drawn === undefined ? {} : { pictures: drawn }
}

/** The routes that take files, of a server that offers every toolset. */
function uploads() {
  // Describing a route calls no tool.
  const noRuntime: Runtime<Host> = {
    services: () => Promise.reject(new Error('nothing is called here')),
    clock: { elapsed: () => 0, timeout: () => ({ signal: AbortSignal.abort(), dispose() {} }) },
    log: { write() {} },
  }
  const { upload, filesUploads } = joinUploads(
    contents.map(feature => feature.uploads?.({ table: published, runtime: noRuntime }) ?? {}),
  )
  return {
    upload: upload === undefined ? [] : uploadPaths(upload.toolset),
    filesUploads: filesUploads ?? [],
  }
}

/**
 * The lock file without addresses, which depend on the registry of one machine, and without `engines`: a checkout runs with
 * the Node that it installs, so npm's warnings about the Node that started it would be wrong.
 */
function plainLock(lock: { packages?: Record<string, Record<string, unknown>> }) {
  const plain = Object.entries(lock.packages ?? {}).map(([path, entry]) => {
    const { engines, resolved, ...rest } = entry
    return [path, path === '' ? { ...entry } : rest]
  })
  return { ...lock, packages: Object.fromEntries(plain) }
}

function snapshotPath(tool: string): string {
  return `test/contract/snapshots/${tool}.json`
}

function read(path: string): string | null {
  try {
    return readFileSync(join(root, path), 'utf8')
  } catch {
    return null
  }
}

function list(folder: string): string[] {
  try {
    return readdirSync(join(root, folder))
  } catch {
    return []
  }
}

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true })
  writeFileSync(join(root, path), text)
}

/** The path of the first object in a schema that allows any keys; null when all are closed. */
function openMapIn(node: JsonSchemaNode, path: string): string | null {
  const properties = Object.entries((node.properties ?? {}) as Record<string, JsonSchemaNode>)
  const isObject = [node.type].flat().includes('object')
  if (isObject && path !== '' && properties.length === 0 && node.additionalProperties !== false) return path
  const inside: [string, JsonSchemaNode][] = [
    ...properties.map(([name, field]): [string, JsonSchemaNode] => [
      path === '' ? name : `${path}.${name}`,
      field,
    ]),
    ...(node.anyOf ?? []).map((branch): [string, JsonSchemaNode] => [path, branch]),
    ...(node.items === undefined ? [] : [[`${path}[]`, node.items] as [string, JsonSchemaNode]]),
  ]
  for (const [way, field] of inside) {
    const found = openMapIn(field, way)
    if (found !== null) return found
  }
  return null
}
