/**
 * Writes the MCPB bundle that desktop hosts install, from packaging/mcpb; the same bytes every time.
 *   node scripts/bundle.ts [folder]     (default: dist)
 */
import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { writeZip } from '../src/adapters/converters/archive/write-zip.ts'

const root = join(import.meta.dirname, '..')
const [folder = join(root, 'dist')] = process.argv.slice(2)

const bundled = {
  'manifest.json': 'packaging/mcpb/manifest.json',
  'server/launch.mjs': 'packaging/mcpb/server/launch.mjs',
  LICENSE: 'LICENSE',
}

const files = Object.entries(bundled).map(([name, path]) => ({
  name,
  content: readFileSync(join(root, path)),
}))
const { name, version } = JSON.parse(readFileSync(join(root, bundled['manifest.json']), 'utf8'))
const bytes = writeZip(files)
const target = join(folder, `${name}-${version}.mcpb`)
mkdirSync(folder, { recursive: true })
writeFileSync(target, bytes)
console.log(`${target}\n${bytes.length} bytes, sha256 ${createHash('sha256').update(bytes).digest('hex')}`)
