import { createHash } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { brotliCompressSync, constants } from 'node:zlib'
import type { PackedRuntime } from '../src/adapters/embedders/unpack-runtime.ts'
import { homeOf, readManifest } from './vendor-packages.ts'

/**
 * The files of onnxruntime-node that the CPU needs. Left out: files for GPUs (WebGPU's compilers), duplicate libraries,
 * and the install script that downloads CUDA. DirectML.dll stays, because the binding loads it at start.
 */
const binaries =
  'bin/napi-v6/*/*/{onnxruntime_binding.node,libonnxruntime.so.1,libonnxruntime.1.dylib,*onnxruntime.dll,DirectML.dll}'
const scripts = { 'onnxruntime-node': ['dist/*.js'], 'onnxruntime-common': ['dist/cjs/**/*.{js,json}'] }

/** Writes the compressed runtime of every platform to `target`; the first use unpacks one (unpack-runtime.ts). */
export function packOnnxRuntime(target: string, cache: string): void {
  const home = homeOf('onnxruntime-node')
  const { version } = readManifest(home)
  const packed: PackedRuntime = { version: String(version), platforms: {} }
  for (const path of globSync(binaries, { cwd: home }).sort()) {
    const [, , platform = '', architecture = ''] = path.split(/[\\/]/)
    const bytes = readFileSync(join(home, path))
    const sha256 = createHash('sha256').update(bytes).digest('hex')
    const file = `${sha256.slice(0, 16)}.br`
    mkdirSync(target, { recursive: true })
    writeFileSync(join(target, file), compressed(bytes, join(cache, file)))
    const key = `${platform}-${architecture}`
    const entry = { path: path.replaceAll('\\', '/'), file, sha256 }
    packed.platforms[key] = [...(packed.platforms[key] ?? []), entry]
  }
  for (const [name, patterns] of Object.entries(scripts)) {
    const from = homeOf(name, home)
    const { main, license, version } = readManifest(from)
    const to = join(target, 'node_modules', name)
    for (const path of globSync(patterns, { cwd: from })) cpSync(join(from, path), join(to, path))
    writeFileSync(join(to, 'package.json'), `${JSON.stringify({ name, version, license, main }, null, 2)}\n`)
  }
  writeFileSync(join(target, 'LICENSE'), mitLicense)
  writeFileSync(join(target, 'packed.json'), `${JSON.stringify(packed, null, 2)}\n`)
}

/** Cached, because it takes seconds for each file and the files change only with the version. */
function compressed(bytes: Buffer, cached: string): Buffer {
  if (existsSync(cached)) return readFileSync(cached)
  const made = brotliCompressSync(bytes, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: 5,
      [constants.BROTLI_PARAM_LGWIN]: 24,
      [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length,
    },
  })
  mkdirSync(dirname(cached), { recursive: true })
  writeFileSync(cached, made)
  return made
}

/** The npm package contains no licence file; this is the text in its repository. */
const mitLicense = `MIT License

Copyright (c) Microsoft Corporation

Permission is hereby granted, free of charge, to any person obtaining a copy
of this software and associated documentation files (the "Software"), to deal
in the Software without restriction, including without limitation the rights
to use, copy, modify, merge, publish, distribute, sublicense, and/or sell
copies of the Software, and to permit persons to whom the Software is
furnished to do so, subject to the following conditions:

The above copyright notice and this permission notice shall be included in all
copies or substantial portions of the Software.

THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR
IMPLIED, INCLUDING BUT NOT LIMITED TO THE WARRANTIES OF MERCHANTABILITY,
FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE
AUTHORS OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER
LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR OTHERWISE, ARISING FROM,
OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE
SOFTWARE.
`
