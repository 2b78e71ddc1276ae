/**
 * Compares version 7 of the TypeScript compiler, through its unstable API, with the language service of 5.9:
 * `npm run measure -- graph-compilers [--every n]`. Both check the same scripts of the committed set, one after the other
 * as edits of one file, and resolve imports in node_modules, because version 7 asks nobody else how to. Counted are the
 * scripts in which both report the same codes, and the planted errors that each reports.
 */

import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { API } from 'typescript/unstable/sync'
import type TypeScript from 'typescript5'

type Row = { label: 'correct' | 'error'; code: string }
type Codes = (text: string) => number[]
type Run = { codes: number[][]; first: number; median: number; megabytes: number }

const { values: options } = parseArgs({ options: { every: { type: 'string', default: '4' } } })
const root = join(import.meta.dirname, '../../../..')
/** Neither file is written: both compilers are given their texts. */
const script = join(root, 'bench-script', 'script.ts')
const config = join(root, 'bench-script', 'tsconfig.json')
const compilerOptions = {
  target: 'esnext',
  module: 'esnext',
  moduleResolution: 'bundler',
  moduleDetection: 'force',
  strict: true,
  noImplicitAny: false,
  noEmit: true,
  skipLibCheck: true,
  types: [],
}

function main(): void {
  const rows = readFileSync(join(root, 'src/features/code/test/corpus/typescript.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map(line => JSON.parse(line) as Row)
    .filter((_, at) => at % Number(options.every) === 0)
  const old = run(rows, service59)
  const next = run(rows, api7)
  const same = rows.filter((_, at) => String(old.codes[at]) === String(next.codes[at])).length
  console.log(`${rows.length} scripts, the same codes in ${same}`)
  for (const [name, one] of Object.entries({ '5.9': old, '7': next })) {
    const found = rows.filter(({ label }, at) => label === 'error' && (one.codes[at]?.length ?? 0) > 0).length
    const alarms = rows.filter(
      ({ label }, at) => label === 'correct' && (one.codes[at]?.length ?? 0) > 0,
    ).length
    console.log(
      `${name}: ${found} of ${rows.filter(({ label }) => label === 'error').length} planted errors reported, ${alarms} correct scripts with an error; first ${one.first.toFixed(0)} ms, then median ${one.median.toFixed(0)} ms; ${one.megabytes} MB`,
    )
  }
}

function run(
  rows: readonly Row[],
  open: () => { codes: Codes; megabytes: () => number; close(): void },
): Run {
  const { codes, megabytes, close } = open()
  const times: number[] = []
  const found = rows.map(({ code }) => {
    const started = performance.now()
    const mine = codes(code)
    times.push(performance.now() - started)
    return mine.sort((a, b) => a - b)
  })
  const [first = 0, ...rest] = times
  const used = megabytes()
  close()
  return { codes: found, first, median: rest.sort((a, b) => a - b)[rest.length >> 1] ?? 0, megabytes: used }
}

function service59() {
  const ts = createRequire(import.meta.url)('typescript5') as typeof TypeScript
  const { options: settings } = ts.convertCompilerOptionsFromJson(compilerOptions, root)
  let text = ''
  let version = 0
  const service = ts.createLanguageService({
    getCompilationSettings: () => settings,
    getScriptFileNames: () => [script],
    getScriptVersion: name => (name === script ? String(version) : '0'),
    getScriptSnapshot: name => {
      const found = name === script ? text : ts.sys.readFile(name)
      return found === undefined ? undefined : ts.ScriptSnapshot.fromString(found)
    },
    getCurrentDirectory: () => root,
    getDefaultLibFileName: ts.getDefaultLibFilePath,
    fileExists: name => name === script || ts.sys.fileExists(name),
    readFile: name => (name === script ? text : ts.sys.readFile(name)),
    directoryExists: ts.sys.directoryExists,
    getDirectories: ts.sys.getDirectories,
  })
  return {
    codes: (next: string) => {
      text = next
      version++
      return service.getSemanticDiagnostics(script).map(({ code }) => code)
    },
    megabytes: () => Math.round(process.memoryUsage().rss / 1e6),
    close: () => service.dispose(),
  }
}

function api7() {
  let text = ''
  const own = new Map([[config, JSON.stringify({ compilerOptions, files: ['script.ts'] })]])
  const api = new API({
    cwd: root,
    fs: {
      readFile: name => (name === script ? text : own.get(name)),
      fileExists: name => (name === script || own.has(name) ? true : undefined),
      directoryExists: name => (name === join(root, 'bench-script') ? true : undefined),
    },
  })
  let isOpen = false
  return {
    codes: (next: string) => {
      text = next
      const snapshot = api.updateSnapshot(
        isOpen ? { fileChanges: { changed: [script] } } : { openProjects: [config] },
      )
      isOpen = true
      const codes = snapshot.getProject(config)?.program.getSemanticDiagnostics(script) ?? []
      snapshot.dispose()
      return codes.map(({ code }) => code)
    },
    megabytes: childMegabytes,
    close: () => api.close(),
  }
}

/** The memory of the program that the API starts. */
function childMegabytes(): number {
  const pids = readFileSync(`/proc/self/task/${process.pid}/children`, 'utf8').trim().split(' ')
  const peaks = pids.map(pid =>
    Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0),
  )
  return Math.round(Math.max(0, ...peaks) / 1000)
}

main()
