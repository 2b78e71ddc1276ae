import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, globSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** Writes dist/: JavaScript and types of src/, and what src/ holds beside TypeScript that runs. */
const root = fileURLToPath(new URL('../', import.meta.url))
const tsc = join(dirname(createRequire(import.meta.url).resolve('typescript/package.json')), 'bin', 'tsc')

rmSync(join(root, 'dist'), { recursive: true, force: true })
const compiled = spawnSync(process.execPath, [tsc, '-p', 'tsconfig.build.json'], {
  cwd: root,
  stdio: 'inherit',
})
if (compiled.status !== 0) process.exit(compiled.status ?? 1)
for (const file of globSync('**/*.{wasm,json,html,css}', { cwd: join(root, 'src') }))
  cpSync(join(root, 'src', file), join(root, 'dist', file))
chmodSync(join(root, 'bin', 'quire.js'), 0o755)
