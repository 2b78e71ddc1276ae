/**
 * Compares the definitions that the graph has of Go, Java and Rust with counts by their own parsers:
 * `npm run measure -- graph-languages [--cache folder] [--only go|java|rust] [--differences]`. Reads packages of Go's
 * standard library, `java.util` and crates, which `apt-get download` fetches; they are unpacked, not installed. `rustc`
 * and a JDK must be installed.
 */

import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { codeParser } from '../parse/code-parser.ts'
import { type Counts, compareCounts } from './compare-counts.ts'
import { countRust } from './count-rust.ts'
import { readRepository } from './read-repository.ts'

const { values: options } = parseArgs({
  options: {
    cache: { type: 'string', default: join(tmpdir(), 'quire-languages') },
    only: { type: 'string' },
    differences: { type: 'boolean', default: false },
  },
})

type Language = {
  debian: readonly string[]
  /** Where the sources are, below the unpacked packages. */
  root: string
  accept: (path: string) => boolean
  /** What has to be done before the sources can be read. */
  prepare?: (unpacked: string) => void
  by: string
  count: (root: string, paths: readonly string[], unpacked: string) => Map<string, Counts>
}

const goPackages = /^(?:net|encoding|go|os|sync|text|strings|time|compress)\//

const languages: Readonly<Record<string, Language>> = {
  go: {
    debian: ['golang-1.19-go', 'golang-1.19-src'],
    root: 'usr/share/go-1.19/src',
    accept: path => path.endsWith('.go') && goPackages.test(path) && !/testdata\/|_test\.go$/.test(path),
    by: 'go/parser',
    count: countGo,
  },
  java: {
    debian: ['openjdk-17-source'],
    root: 'sources/java.base',
    accept: path => path.endsWith('.java') && !/package-info|module-info/.test(path),
    prepare(unpacked) {
      const archive = join(unpacked, 'usr/lib/jvm/openjdk-17/lib/src.zip')
      execFileSync('unzip', ['-qo', archive, 'java.base/java/util/*', '-d', join(unpacked, 'sources')])
    },
    by: 'javac',
    count: countJava,
  },
  rust: {
    debian: ['librust-regex-dev', 'librust-serde-dev', 'librust-rayon-dev', 'librust-clap-dev'],
    root: 'usr/share/cargo/registry',
    accept: path => /^[^/]+\/src\/.*\.rs$/.test(path),
    by: 'rustc',
    count: countRust,
  },
}

async function main(): Promise<void> {
  for (const [name, language] of Object.entries(languages)) {
    if (options.only && options.only !== name) continue
    const unpacked = join(options.cache, name)
    fetch(language, unpacked)
    const root = join(unpacked, language.root)
    const { repository } = await readRepository(codeParser(), name, root, language)
    const { files } = repository
    const paths = files.map(({ path }) => path)
    const counted = language.count(root, paths, unpacked)
    const { kinds, equal, differences } = compareCounts(files, counted)
    console.log(
      `${name}: ${files.length} files, ${counted.size} counted by ${language.by}; ${percent(equal)} equal`,
    )
    for (const { kind, ours, theirs, equal: share } of kinds)
      console.log(
        `  ${kind.padEnd(10)} ${String(ours).padStart(6)} of ${String(theirs).padStart(6)}  ${percent(share)}`,
      )
    for (const line of options.differences ? differences : differences.slice(0, 5)) console.log(`    ${line}`)
  }
}

function fetch({ debian, prepare }: Language, unpacked: string): void {
  if (existsSync(join(unpacked, '.unpacked'))) return
  const downloads = join(options.cache, 'downloads')
  for (const folder of [downloads, unpacked]) mkdirSync(folder, { recursive: true })
  const archiveOf = (name: string) => readdirSync(downloads).find(one => one.startsWith(`${name}_`))
  const missing = debian.filter(name => archiveOf(name) === undefined)
  if (missing.length > 0)
    execFileSync('apt-get', ['download', ...missing], { cwd: downloads, stdio: 'ignore' })
  for (const name of debian) execFileSync('dpkg', ['-x', join(downloads, archiveOf(name) ?? ''), unpacked])
  prepare?.(unpacked)
  writeFileSync(join(unpacked, '.unpacked'), '')
}

function countGo(root: string, paths: readonly string[], unpacked: string): Map<string, Counts> {
  const go = join(unpacked, 'usr/lib/go-1.19')
  return rowsOf(join(go, 'bin/go'), ['run', join(import.meta.dirname, 'count_go.go'), root], paths, {
    GOROOT: go,
    GOCACHE: join(options.cache, 'go-cache'),
    GOFLAGS: '-mod=mod',
    GOPROXY: 'off',
  })
}

function countJava(root: string, paths: readonly string[]): Map<string, Counts> {
  return rowsOf('java', [join(import.meta.dirname, 'CountJava.java'), root], paths, {})
}

/** Runs a program that counts the files of a list and prints one line of JSON for each. */
function rowsOf(
  program: string,
  words: readonly string[],
  paths: readonly string[],
  env: Readonly<Record<string, string>>,
): Map<string, Counts> {
  const list = join(options.cache, 'files.txt')
  writeFileSync(list, paths.join('\n'))
  const printed = execFileSync(program, [...words, list], {
    env: { ...process.env, ...env },
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  const rows = printed
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as { path: string } & Counts)
  return new Map(rows.map(({ path, ...counts }) => [path, counts]))
}

function percent(share: number): string {
  return `${(100 * share).toFixed(2)} %`
}

await main()
