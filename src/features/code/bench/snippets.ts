/**
 * The gate against false alarms: `npm run measure -- graph-snippets [--cache folder] [--packages name] [--language python|typescript]
 * [--most n] [other options of graph-check]`. Correct snippets of upstream documentation and tests are checked against the
 * packages that they are about; every flag is printed. Debian's packages are fetched by `apt-get download` and unpacked,
 * not installed; npm's by `npm install --ignore-scripts` into the cache. Which packages: snippet-packages.json. Snippets
 * that are wrong are in snippet-errors.json, each with a proof that this program runs: it must fail with that error.
 */

import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { argv, execPath } from 'node:process'
import { parseArgs } from 'node:util'
import { sha256 } from '../../../core/model/identity.ts'
import { collectTypeScript } from './collect-typescript.ts'

type Packages = {
  /** Debian packages of a Python package, and the modules that its snippets must use. */
  python: Record<string, { debian: string[]; modules: string[] }>
  /** Versions of npm packages. */
  typescript: Record<string, string>
  /** Packages that the others import. */
  beside: { debian: string[]; npm: Record<string, string> }
}

type Snippet = { id: string; package: string; language: string }

/** A snippet that is wrong, and code that shows it by raising an error. */
type SnippetError = { id: string; package: string; error: string; proof: string; raises: string }

const { values: options, tokens } = parseArgs({
  options: {
    cache: { type: 'string', default: join(tmpdir(), 'quire-snippets') },
    packages: { type: 'string', default: 'gate' },
    language: { type: 'string' },
    most: { type: 'string', default: '1500' },
  },
  strict: false,
  tokens: true,
})

const cache = String(options.cache)
const downloads = join(cache, 'downloads')
const site = join(cache, 'site')
const modules = join(cache, 'npm', 'node_modules')

async function main(): Promise<void> {
  const all = JSON.parse(readFileSync(join(import.meta.dirname, 'snippet-packages.json'), 'utf8')) as Record<
    string,
    Packages
  >
  const chosen = all[String(options.packages)]
  if (chosen === undefined)
    throw new Error(`There are no packages "${options.packages}" in snippet-packages.json.`)
  const rows: Snippet[] = []
  if (options.language !== 'typescript') rows.push(...python(chosen))
  if (options.language !== 'python') rows.push(...(await typescript(chosen)))
  const wrong = new Set(provenErrors(rows).map(({ id }) => id))
  const kept = evenly(
    rows.filter(({ id }) => !wrong.has(id)),
    Number(options.most),
  )
  const set = join(cache, `${options.packages}.jsonl`)
  writeFileSync(set, kept.map(row => `${JSON.stringify(row)}\n`).join(''))
  const counts = [...Map.groupBy(kept, row => row.package)].map(([name, { length }]) => `${name} ${length}`)
  console.log(
    `${kept.length} of ${rows.length} snippets of ${counts.length} packages: ${counts.sort().join(', ')}`,
  )
  const others = tokens.flatMap(token => {
    if (token.kind === 'positional') return [token.value]
    if (token.kind !== 'option' || ['cache', 'packages', 'language', 'most'].includes(token.name)) return []
    return [token.rawName, ...(token.value === undefined ? [] : [token.value])]
  })
  argv.splice(2, argv.length, '--set', set, '--misses', '--modules', modules, '--site', siteOf(), ...others)
  await import('./check.ts')
}

/** The snippets of the list that fail as it says when their faulty part is run against the installed package. */
function provenErrors(rows: readonly Snippet[]): SnippetError[] {
  const path = join(import.meta.dirname, 'snippet-errors.json')
  const listed = JSON.parse(readFileSync(path, 'utf8')) as SnippetError[]
  return listed.flatMap(one => {
    const row = rows.find(({ id }) => id === one.id)
    if (row === undefined) return []
    const isPython = row.language === 'python'
    const { status, stderr } = spawnSync(
      isPython ? '/usr/bin/python3' : execPath,
      [isPython ? '-c' : '-e', one.proof],
      {
        cwd: isPython ? cache : join(cache, 'npm'),
        env: { ...process.env, PYTHONPATH: siteOf() },
        encoding: 'utf8',
      },
    )
    const isProven = status !== 0 && stderr.includes(one.raises)
    console.log(
      `${one.package} ${one.id}: ${one.error}; ${isProven ? `left out, ${one.raises} when run` : 'NOT PROVEN'}`,
    )
    return isProven ? [one] : []
  })
}

function siteOf(): string {
  return join(site, 'usr/lib/python3/dist-packages')
}

/** The same number of every package where there are enough, chosen by hash. */
function evenly(rows: readonly Snippet[], most: number): Snippet[] {
  const groups = [...Map.groupBy(rows, row => row.package).values()].map(group =>
    group.toSorted((a, b) => (sha256(a.id) < sha256(b.id) ? -1 : 1)),
  )
  const kept: Snippet[] = []
  for (let at = 0; kept.length < Math.min(most, rows.length); at++)
    for (const group of groups) {
      const next = group[at]
      if (next && kept.length < most) kept.push(next)
    }
  return kept.sort((a, b) => (a.language + a.package < b.language + b.package ? -1 : 1))
}

function python({ python: wanted, beside }: Packages): Snippet[] {
  const folder = join(cache, 'debian')
  mkdirSync(folder, { recursive: true })
  download([...Object.values(wanted).flatMap(({ debian }) => debian), ...beside.debian])
  for (const [name, { debian }] of Object.entries(wanted)) {
    unpack(debian, join(folder, name))
    unpack(
      debian.filter(one => one.startsWith('python3-')),
      site,
    )
  }
  unpack(beside.debian, site)
  const out = join(cache, 'python.jsonl')
  const named = Object.entries(wanted).map(([name, one]) => `${name}=${one.modules.join(',')}`)
  execFileSync('/usr/bin/python3', [
    join(import.meta.dirname, 'collect_snippets.py'),
    folder,
    siteOf(),
    out,
    ...named,
  ])
  return readFileSync(out, 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Snippet)
}

/** Downloads those Debian packages that are not there yet, in one call: each call of apt-get takes seconds to start. */
function download(names: readonly string[]): void {
  mkdirSync(downloads, { recursive: true })
  const missing = [...new Set(names)].filter(name => archiveOf(name) === undefined)
  if (missing.length > 0)
    execFileSync('apt-get', ['download', ...missing], {
      cwd: downloads,
      stdio: ['ignore', 'ignore', 'ignore'],
    })
}

function archiveOf(name: string): string | undefined {
  return readdirSync(downloads).find(one => one.startsWith(`${name}_`))
}

/** Unpacks Debian packages into a folder, which then has a list of what it contains. */
function unpack(names: readonly string[], folder: string): void {
  mkdirSync(join(folder, '.unpacked'), { recursive: true })
  for (const name of names) {
    if (existsSync(join(folder, '.unpacked', name))) continue
    execFileSync('dpkg', ['-x', join(downloads, archiveOf(name) ?? ''), folder])
    writeFileSync(join(folder, '.unpacked', name), '')
  }
}

async function typescript({ typescript: wanted, beside }: Packages): Promise<Snippet[]> {
  const folder = join(cache, 'npm')
  mkdirSync(folder, { recursive: true })
  const manifest = JSON.stringify({ private: true, dependencies: { ...wanted, ...beside.npm } })
  const path = join(folder, 'package.json')
  if (!existsSync(path) || readFileSync(path, 'utf8') !== manifest) {
    writeFileSync(path, manifest)
    execFileSync('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: folder })
  }
  return collectTypeScript(folder, Object.keys(wanted))
}

await main()
