import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { readConfig } from '../src/app/config/read-config.ts'
import { openHttp } from '../src/app/open-http.ts'
import { wire } from '../src/app/wire.ts'

/**
 * Runs the official MCP conformance suite and counts its checks:
 *   node scripts/conformance.ts                            starts a server
 *   node scripts/conformance.ts --url http://127.0.0.1:8321/mcp
 */

export const revisions = ['2026-07-28', '2025-11-25'] as const

export type Revision = (typeof revisions)[number]

export type ScenarioReport = {
  revision: Revision
  scenario: string
  /** Only these scenarios are scored; others are extensions or newer than the revision. */
  isScored: boolean
  passed: number
  failed: number
  /** Warnings and skipped checks, which the suite counts neither as passed nor as failed. */
  other: number
  problems: string[]
}

/** A scenario without checks has not passed. */
export function isPass(report: ScenarioReport): boolean {
  return report.failed === 0 && report.passed > 0
}

export async function runConformance(url: string, revision: Revision): Promise<ScenarioReport[]> {
  const folder = await mkdtemp(join(tmpdir(), 'quire-conformance-'))
  const listed = await runSuite(['list', '--requirements', revision])
  const scored = scoredServerScenarios(listed)
  await runSuite(['server', '--url', url, '--requirements', revision, '--output-dir', folder])
  const reports = await readReports(folder, revision, scored)
  await rm(folder, { recursive: true })
  return reports
}

/** Starts a server of this program with the fixtures, which it loads as a third-party feature. */
export async function startFixtureServer() {
  const home = await mkdtemp(join(tmpdir(), 'quire-conformance-home-'))
  const feature = fileURLToPath(new URL('../test/mcp-conformance/index.ts', import.meta.url))
  const argv = ['--home', home, '--features', feature, '--toolsets', 'conformance']
  const world = {
    argv: [...argv, '--port', '0', '--embedder', 'hash', '--log-level', 'error'],
    env: {},
    cwd: home,
    homedir: home,
    streams: process,
    version: '0.0.0',
  }
  const wired = await wire(await readConfig(world), world, { quietLevel: 'error' })
  const server = await openHttp(wired)
  return {
    url: server.url,
    async close() {
      await server.close()
      await wired.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

async function runSuite(args: string[]): Promise<string> {
  const main = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'))
  const child = spawn(process.execPath, [main, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let output = ''
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text
  })
  await once(child, 'close')
  return output
}

function scoredServerScenarios(listing: string): Set<string> {
  const [, section = ''] = listing.split(/^Server scenarios.*\n/m)
  const [list = ''] = section.split('\n\n')
  return new Set(list.split('\n').map(line => line.replace(/^ *- /, '').trim()))
}

type Check = { id: string; status: string; errorMessage?: string }

async function readReports(
  folder: string,
  revision: Revision,
  scored: Set<string>,
): Promise<ScenarioReport[]> {
  const reports = new Map<string, ScenarioReport>()
  for (const name of (await readdir(folder)).sort()) {
    const scenario = name.replace(/^server-/, '').replace(/-\d{4}-\d\d-\d\dT.*$/, '')
    const checks: Check[] = JSON.parse(await readFile(join(folder, name, 'checks.json'), 'utf8'))
    reports.set(scenario, summarise(scenario, checks, revision, scored.has(scenario)))
  }
  for (const scenario of scored)
    if (!reports.has(scenario)) reports.set(scenario, summarise(scenario, [], revision, true))
  return [...reports.values()].sort((a, b) => Number(b.isScored) - Number(a.isScored))
}

function summarise(scenario: string, checks: Check[], revision: Revision, isScored: boolean): ScenarioReport {
  const count = (status: string) => checks.filter(check => check.status === status).length
  const passed = count('SUCCESS')
  const failed = count('FAILURE')
  const problems = checks
    .filter(check => check.status === 'FAILURE' || check.status === 'WARNING')
    .map(check => `${check.status} ${check.id}: ${check.errorMessage ?? ''}`)
  return { revision, scenario, isScored, passed, failed, other: checks.length - passed - failed, problems }
}

function printTable(reports: ScenarioReport[], revision: Revision): void {
  console.log(`\nMCP ${revision}\n  ${'scenario'.padEnd(48)} passed failed other`)
  for (const report of reports) {
    const mark = isPass(report) ? '✓' : '✗'
    const numbers = [report.passed, report.failed, report.other].map(n => String(n).padStart(6)).join('')
    console.log(`${mark} ${report.scenario.padEnd(48)}${numbers}${report.isScored ? '' : '  (not scored)'}`)
    if (report.isScored) for (const problem of report.problems) console.log(`    ${problem}`)
  }
  const scored = reports.filter(report => report.isScored)
  const checks = scored.reduce((sum, report) => sum + report.passed, 0)
  console.log(`${scored.filter(isPass).length} of ${scored.length} scored scenarios pass, ${checks} checks.`)
}

if (import.meta.main) {
  const { values } = parseArgs({ options: { url: { type: 'string' } } })
  const server = values.url === undefined ? await startFixtureServer() : null
  const url = values.url ?? `${server?.url}/mcp`
  for (const revision of revisions) {
    const reports = await runConformance(url, revision)
    printTable(reports, revision)
    if (reports.some(report => report.isScored && !isPass(report))) process.exitCode = 1
  }
  await server?.close()
}
