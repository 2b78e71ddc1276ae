import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { parse as parseToml } from 'smol-toml'
import { z } from 'zod'
import { clientSnippets } from '../../../../scripts/client-page.ts'
import { hasChangedSilently, snapshotOf, type ToolSnapshot } from '../../../../scripts/tool-snapshot.ts'
import { loadToolsets } from '../../../app/load-features.ts'
import { toolTable } from '../../../core/contract/tool-table.ts'
import { toMcpTool } from '../../../surfaces/mcp/mcp-tools.ts'

const root = join(import.meta.dirname, '../../../..')
const read = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))
const manifest = read('package.json')

/** What we use of the registry’s schema of 2025-12-11 and of the official registry’s requirements. */
const input = {
  description: z.string().optional(),
  default: z.string().optional(),
  isRequired: z.boolean().optional(),
  isSecret: z.boolean().optional(),
  format: z.enum(['string', 'number', 'boolean', 'filepath']).optional(),
}
const serverSchema = z.strictObject({
  $schema: z.literal('https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json'),
  name: z
    .string()
    .min(3)
    .max(200)
    .regex(/^[a-zA-Z0-9.-]+\/[a-zA-Z0-9._-]+$/),
  title: z.string().min(1).max(100),
  description: z.string().min(1).max(100),
  version: z.string().regex(/^\d+\.\d+\.\d+/),
  packages: z.array(
    z.strictObject({
      registryType: z.literal('npm'),
      identifier: z.literal(manifest.name),
      version: z.literal(manifest.version),
      runtimeHint: z.string(),
      transport: z.strictObject({ type: z.literal('stdio') }),
      packageArguments: z.array(
        z.strictObject({ type: z.literal('positional'), value: z.string(), ...input }),
      ),
      environmentVariables: z.array(z.strictObject({ name: z.string().regex(/^[A-Z0-9_]+$/), ...input })),
    }),
  ),
})

/** The MCPB manifest of version 0.3, according to its specification. */
const setting = z.strictObject({
  type: z.enum(['string', 'number', 'boolean', 'directory', 'file']),
  title: z.string().min(1),
  description: z.string().min(1),
  required: z.boolean(),
  default: z.string(),
})
const bundleSchema = z.strictObject({
  manifest_version: z.literal('0.3'),
  name: z.string().regex(/^[a-z0-9-]+$/),
  display_name: z.string(),
  version: z.literal(manifest.version),
  description: z.string().min(1),
  long_description: z.string().min(1),
  author: z.strictObject({ name: z.string().min(1) }),
  license: z.literal(manifest.license),
  server: z.strictObject({
    type: z.literal('node'),
    entry_point: z.string().min(1),
    mcp_config: z.strictObject({
      command: z.string().min(1),
      args: z.array(z.string()),
      env: z.record(z.string(), z.string()),
    }),
  }),
  tools: z.array(z.strictObject({ name: z.string(), description: z.string().min(20) })).min(1),
  tools_generated: z.boolean(),
  keywords: z.array(z.string()),
  compatibility: z.strictObject({
    platforms: z.array(z.enum(['darwin', 'win32', 'linux'])),
    runtimes: z.strictObject({ node: z.string() }),
  }),
  user_config: z.record(z.string(), setting),
})

test('Y-PACK-1 server.json is what the registry takes', () => {
  serverSchema.parse(read('server.json'))
})

test('Y-PACK-1 the bundle’s manifest is valid, and asks for every setting that it uses', () => {
  const bundle = bundleSchema.parse(read('packaging/mcpb/manifest.json'))
  const used = JSON.stringify(bundle.server).match(/(?<=\$\{user_config\.)\w+/g) ?? []
  assert.deepEqual(used.sort(), Object.keys(bundle.user_config).sort())
  const { entry_point, mcp_config } = bundle.server
  assert.deepEqual(mcp_config.args, [`\${__dirname}/${entry_point}`])
  assert.ok(existsSync(join(root, 'packaging/mcpb', entry_point)))
})

test('Y-PACK-1 every client snippet can be parsed and starts or reaches this server', () => {
  const snippets = clientSnippets(manifest.name)
  const page = readFileSync(join(root, 'docs/clients.md'), 'utf8')
  assert.ok(snippets.length >= 8)
  for (const { host, format, text } of snippets) {
    if (format === 'json') JSON.parse(text)
    if (format === 'toml') parseToml(text)
    assert.match(text, /quire-mcp|127\.0\.0\.1:8321\/mcp/, host)
    assert.ok(page.includes(text), host)
  }
})

test('Y-VERSION-1 every tool tells its version and how stable it is', async () => {
  for (const row of toolTable(await loadToolsets()).rows) {
    const { version, stability } = snapshotOf(row)
    assert.match(version, /^\d+\.\d+\.\d+$/, row.tool.name)
    assert.ok(['stable', 'beta', 'experimental', 'deprecated'].includes(stability), row.tool.name)
    const meta = Object(toMcpTool(row)._meta?.['quire/tool'])
    assert.deepEqual([meta.version ?? '1.0.0', meta.stability ?? 'stable'], [version, stability])
  }
})

const before: ToolSnapshot = {
  version: '1.0.0',
  stability: 'stable',
  input: { type: 'object', properties: { description: { type: 'string', description: 'What' } } },
  output: { type: 'object', properties: {} },
}
const withInput = (properties: object, version = '1.0.0'): ToolSnapshot => ({
  ...before,
  version,
  input: { type: 'object', properties },
})

test('Y-VERSION-1 another schema under the same version is noticed', () => {
  assert.ok(hasChangedSilently(before, withInput({})))
  assert.ok(hasChangedSilently(before, withInput({ description: { type: 'integer' } })))
  assert.ok(hasChangedSilently(before, { ...before, output: { type: 'object' } }))
})

test('Y-VERSION-1 another version, other words or another order are no silent change', () => {
  assert.ok(!hasChangedSilently(before, withInput({}, '1.1.0')))
  assert.ok(!hasChangedSilently(before, withInput({ description: { description: 'Else', type: 'string' } })))
})
