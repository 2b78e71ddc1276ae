import { readFile, writeFile } from 'node:fs/promises'
import { basename } from 'node:path'
import wabt from 'wabt'

const source = new URL('../src/', import.meta.url)
const kernels = [
  'adapters/stores/common/int8-kernel',
  'adapters/stores/sqlite/postings-kernel',
  'core/search/token-kernel',
  'core/search/similar-kernel',
]
const features = { simd: true, threads: true }

for (const path of kernels) {
  const name = basename(path)
  const target = new URL(`${path}.generated.ts`, source)
  await writeFile(target, toModule(name, await assemble(name, new URL(`${path}.wat`, source))))
  console.log(`Wrote ${target.pathname}`)
}

async function assemble(name: string, file: URL): Promise<Uint8Array> {
  const { parseWat } = await wabt()
  const parsed = parseWat(`${name}.wat`, await readFile(file, 'utf8'), features)
  try {
    // The types of `validate` leave out that it takes the same features as parseWat.
    Reflect.apply(parsed.validate, parsed, [features])
    return parsed.toBinary({}).buffer
  } finally {
    parsed.destroy()
  }
}

function toModule(name: string, bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,100}/g) ?? []
  return [
    `// Generated from ${name}.wat by scripts/build-wasm.ts; do not edit.`,
    `export const ${name.replace(/-(.)/g, (_, letter: string) => letter.toUpperCase())} = [`,
    ...lines.map(line => `  '${line}',`),
    "].join('')",
    '',
  ].join('\n')
}
