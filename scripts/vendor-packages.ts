import { cpSync, existsSync, globSync, readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join, matchesGlob } from 'node:path'

type Vendored = { files: string[]; except?: string; requiredBy?: string }

/**
 * Packages of which only a small part is used. That part is copied into dist/. What the packages contain besides:
 * - officeparser: five builds for browsers, and a second pdfjs-dist.
 * - pdfjs-dist: every build twice, with source maps.
 * - liteparse: the Linux binaries, on every platform and again in its platform package.
 * - tesseract.js: twelve builds of the engine, of which Node loads one of three, and an install script.
 */
export const vendored: Readonly<Record<string, Vendored>> = {
  officeparser: { files: ['dist/**/*.{js,mjs}'], except: 'dist/officeparser.browser*' },
  '@xmldom/xmldom': { files: ['lib/*.js'], requiredBy: 'officeparser' },
  fflate: { files: ['lib/*.cjs', 'esm/*.mjs'], requiredBy: 'officeparser' },
  'pdfjs-dist': {
    files: ['legacy/build/pdf{,.worker}.mjs', '{cmaps,standard_fonts,wasm,iccs}/*'],
  },
  '@llamaindex/liteparse': { files: ['dist/{lib,pool-worker}.{js,cjs}'] },
  'tesseract.js': { files: ['src/**/*.js*'] },
  'tesseract.js-core': { files: ['*-lstm.{js,wasm}'], requiredBy: 'tesseract.js' },
  'wasm-feature-detect': { files: ['dist/**/*.js'], requiredBy: 'tesseract.js' },
  'regenerator-runtime': { files: ['*.js'], requiredBy: 'tesseract.js' },
  'is-url': { files: ['index.js'], requiredBy: 'tesseract.js' },
  'bmp-js': { files: ['index.js', 'lib/*.js'], requiredBy: 'tesseract.js' },
}

/** Copies the used parts of the vendored packages to where the modules in `dist` look for packages first. */
export function vendorPackages(dist: string): void {
  for (const [name, { files, except, requiredBy }] of Object.entries(vendored)) {
    const home = homeOf(name, requiredBy === undefined ? undefined : homeOf(requiredBy))
    const paths = globSync([...files, 'LICENSE*'], { cwd: home }).filter(
      path => except === undefined || !matchesGlob(path, except),
    )
    const target = join(dist, 'node_modules', name)
    for (const path of paths) cpSync(join(home, path), join(target, path))
    writeFileSync(join(target, 'package.json'), manifestOf(home))
    if (!paths.some(path => path.startsWith('LICENSE'))) cpSync(licenseFor(home), join(target, 'LICENSE'))
  }
}

/** Some packages name their licence but do not contain its text; pdf.js has the same licence. */
function licenseFor(home: string): string {
  const { name, license } = readManifest(home)
  if (license !== 'Apache-2.0') throw new Error(`${name} has no licence text, and is not under Apache-2.0.`)
  return join(homeOf('pdfjs-dist'), 'LICENSE')
}

/** Removes scripts and dependencies, which matter only when npm installs a package. */
function manifestOf(home: string): string {
  const { name, version, license, type, main, exports } = readManifest(home)
  return `${JSON.stringify({ name, version, license, type, main, exports }, null, 2)}\n`
}

export function readManifest(home: string): Record<string, unknown> {
  return JSON.parse(readFileSync(join(home, 'package.json'), 'utf8'))
}

/** Returns the folder of a package, resolved from this repository or from another package. */
export function homeOf(name: string, from = import.meta.dirname): string {
  const folders = createRequire(join(from, 'any.js')).resolve.paths(name) ?? []
  const home = folders
    .map(folder => join(folder, name))
    .find(folder => existsSync(join(folder, 'package.json')))
  if (home === undefined) throw new Error(`${name} is not installed: run npm install.`)
  return home
}
