import { readFile, writeFile } from 'node:fs/promises'
import wabt from 'wabt'

const folder = new URL('../src/adapters/stores/sqlite/', import.meta.url)
const source = new URL('int8-kernel.wat', folder)
const target = new URL('int8-kernel.generated.ts', folder)
const features = { simd: true, threads: true }

await writeFile(target, toModule(await assemble(source)))
console.log(`Wrote ${target.pathname}`)

async function assemble(file: URL): Promise<Uint8Array> {
  const { parseWat } = await wabt()
  const parsed = parseWat('int8-kernel.wat', await readFile(file, 'utf8'), features)
  try {
    // The types of `validate` leave out that it takes the same features as parseWat.
    Reflect.apply(parsed.validate, parsed, [features])
    return parsed.toBinary({}).buffer
  } finally {
    parsed.destroy()
  }
}

function toModule(bytes: Uint8Array): string {
  const lines =
    Buffer.from(bytes)
      .toString('base64')
      .match(/.{1,100}/g) ?? []
  return [
    '// Generated from int8-kernel.wat by scripts/build-wasm.ts; do not edit.',
    'export const int8Kernel = [',
    ...lines.map(line => `  '${line}',`),
    "].join('')",
    '',
  ].join('\n')
}
