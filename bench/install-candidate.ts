import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'

/** Where candidates are installed: outside the repository, one folder each, kept for the next run. */
const folder = join(tmpdir(), 'quire-library-candidates')

/** Installs `name@version…` from npm, without install scripts, and returns the folder that holds it. */
export function installCandidate(packages: readonly string[]): string {
  const home = join(folder, packages.join('+').replace(/[^\w.@+-]/g, '-'))
  if (existsSync(join(home, 'package-lock.json'))) return home
  mkdirSync(home, { recursive: true })
  writeFileSync(join(home, 'package.json'), '{"private":true}\n')
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--save-exact', '--loglevel=error']
  execFileSync('npm', ['install', ...options, ...packages], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  return home
}

/** Loads a package that `installCandidate` installed, CommonJS packages too. */
export async function loadCandidate(home: string, name: string): Promise<Record<string, unknown>> {
  const entry = join(home, `load-${name.replace(/\W/g, '-')}.mjs`)
  writeFileSync(entry, `import * as loaded from '${name}'\nexport default loaded\n`)
  // SAFETY: the file above exports a module, which is an object of its exports.
  const { default: module } = (await import(pathToFileURL(entry).href)) as {
    default: Record<string, unknown>
  }
  return { ...(module.default as object | undefined), ...module }
}

/** The number of packages and megabytes that an installation adds. */
export function sizeOf(home: string): { packages: number; megabytes: number } {
  const files = readdirSync(join(home, 'node_modules'), { recursive: true, withFileTypes: true })
  const bytes = files
    .filter(entry => entry.isFile())
    .reduce((sum, entry) => sum + statSync(join(entry.parentPath, entry.name)).size, 0)
  const isPackage = /node_modules\/(?:@[^/]+\/)?[^/@]+$/
  const packages = files.filter(entry => entry.name === 'package.json' && isPackage.test(entry.parentPath))
  return { packages: packages.length, megabytes: Math.round(bytes / 1e5) / 10 }
}
