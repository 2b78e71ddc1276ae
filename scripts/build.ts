/**
 * Writes dist/: JavaScript and types of src/, other files of src/ that the program reads, the bundled program in
 * dist/program, and the used parts of vendored packages.
 *   node scripts/build.ts [folder]     (default: dist)
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { buildPage } from './build-page.ts'
import { bundleProgram } from './bundle-program.ts'
import { packOnnxRuntime } from './pack-onnxruntime.ts'
import { vendorPackages } from './vendor-packages.ts'

const root = fileURLToPath(new URL('../', import.meta.url))
const dist = resolve(process.argv[2] ?? join(root, 'dist'))
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')

rmSync(dist, { recursive: true, force: true })
const compiled = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json', '--outDir', dist], {
  cwd: root,
  stdio: 'inherit',
})
if (compiled.status !== 0) process.exit(compiled.status ?? 1)
for (const file of globSync('**/*.{wasm,json,html,css}', {
  cwd: join(root, 'src'),
  exclude: ['**/test/**', '**/bench/**'],
}))
  cpSync(join(root, 'src', file), join(dist, file))
await bundleProgram(dist, join(dist, 'program'))
await buildPage(join(dist, 'page'))
vendorPackages(dist)
packOnnxRuntime(join(dist, 'onnxruntime'), join(root, 'node_modules', '.cache', 'onnxruntime'))
chmodSync(join(root, 'bin', 'quire.js'), 0o755)
