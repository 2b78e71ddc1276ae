import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

const home = resolve(import.meta.dirname, '../../../../..')

/** Runs the compiler once over all texts, with the packages of `root`; returns which of them compile. */
export async function compiles(texts: readonly string[], root: string): Promise<boolean[]> {
  const folder = await mkdtemp(join(tmpdir(), 'graph-set-'))
  await mkdir(join(folder, 'src'))
  await symlink(join(root, 'node_modules'), join(folder, 'node_modules'))
  await Promise.all(
    texts.map((text, at) => writeFile(join(folder, 'src', `s${at}.ts`), `${text}\nexport {}\n`)),
  )
  await writeFile(join(folder, 'package.json'), '{"type":"module"}')
  await writeFile(
    join(folder, 'tsconfig.json'),
    JSON.stringify({
      compilerOptions: {
        target: 'es2024',
        lib: ['es2024', 'dom', 'dom.iterable'],
        module: 'nodenext',
        strict: true,
        skipLibCheck: true,
        noEmit: true,
        types: ['node'],
      },
      include: ['src'],
    }),
  )
  const output = await new Promise<string>(done => {
    execFile(
      join(home, 'node_modules/.bin/tsc'),
      ['-p', folder, '--pretty', 'false'],
      { maxBuffer: 1 << 28, cwd: folder },
      (_, stdout) => done(stdout),
    )
  })
  await rm(folder, { recursive: true })
  // An error without a place is about the compiler's settings: then it has judged nothing.
  const general = /^error TS[^\n]*/m.exec(output)?.[0]
  if (general !== undefined) throw new Error(`The compiler did not judge the texts: ${general}`)
  const broken = new Set([...output.matchAll(/^src\/s(\d+)\.ts\(/gm)].map(match => Number(match[1])))
  return texts.map((_, at) => !broken.has(at))
}
