import { readFile, writeFile } from 'node:fs/promises'
import wabt from 'wabt'

const folder = new URL('../src/adapters/stores/sqlite/', import.meta.url)
const features = { simd: true, threads: true }

for (const name of ['int8-kernel', 'postings-kernel']) {
  const target = new URL(`${name}.generated.ts`, folder)
  await writeFile(target, toModule(name, await assemble(name)))
  console.log(`Wrote ${target.pathname}`)
}

async function assemble(name: string): Promise<Uint8Array> {
  const { parseWat } = await wabt()
  const source = await readFile(new URL(`${name}.wat`, folder), 'utf8')
  const parsed = parseWat(`${name}.wat`, source, features)
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
