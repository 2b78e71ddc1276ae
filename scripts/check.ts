/**
 * Runs format and lint, types, generated files and tests:
 *   node scripts/check.ts                                    all tests; contracts run on every surface
 *   node scripts/check.ts --quick                            unit and contract tests, in process, without slow ones
 *   node scripts/check.ts src/core/search/search.test.ts     the tests of these files
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, statfsSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { parseArgs } from 'node:util'

type Step = { name: string; command: string; args: string[]; environment?: NodeJS.ProcessEnv }
type Outcome = { name: string; isPassed: boolean; output: string; seconds: number }

const unitTests = '{src/!(features)/**,src/features/*/!(test|bench)/**,src/features/*}/*.test.ts'
const contractTests = '{src/features/*/test,test/contract/**,test/across}/*.test.ts'
const pageTests = 'test/e2e/web/*.test.ts'
/** What starts programs, and what no other step runs. */
const otherTests =
  '{src/features/*/test/*/**,test/across/*/**,test/!(across|contract|e2e)/**,test/e2e/!(web)/**,test,test/e2e}/*.test.ts'

const { values: flags, positionals: files } = parseArgs({
  options: { quick: { type: 'boolean', default: false } },
  allowPositionals: true,
})
const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules', '.cache')
const cores = availableParallelism()
const environment = {
  ...process.env,
  PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  // Test files run in new processes, and most of their start is stripping and compiling the same sources.
  NODE_COMPILE_CACHE: join(cache, 'node-compile'),
  ...(flags.quick ? { QUIRE_TEST_SURFACES: 'library', QUIRE_TEST_QUICK: '1' } : {}),
}

const quietSteps: Step[] = [
  { name: 'format and lint', command: 'biome', args: ['check', '--error-on-warnings'] },
  {
    name: 'types',
    command: 'tsc',
    // Set here and not in tsconfig.json: the build extends that file and must always write its output.
    args: ['--incremental', '--tsBuildInfoFile', join(cache, 'types.tsbuildinfo')],
  },
  { name: 'types of the page', command: 'tsc', args: ['-p', 'src/surfaces/web/page'] },
  { name: 'generated files', command: process.execPath, args: ['scripts/generate.ts', '--check'] },
]

const outcomes = await (flags.quick ? runQuick() : files.length > 0 ? runFiles() : runEverything())
for (const { name, isPassed, output, seconds } of outcomes)
  process.stdout.write(
    `${isPassed ? '✔' : '✖'} ${name}, ${seconds.toFixed(0)} s\n${isPassed ? '' : `${output}\n`}`,
  )
if (outcomes.some(({ isPassed }) => !isPassed)) process.exitCode = 1

/** Returns a folder in memory where there is one: stores wait for the disk at every write. */
function fastFolder(): string {
  const inMemory = '/dev/shm'
  if (!existsSync(inMemory)) return tmpdir()
  const { bavail, bsize } = statfsSync(inMemory)
  return bavail * bsize > 2 ** 31 ? inMemory : tmpdir()
}

async function runQuick(): Promise<Outcome[]> {
  // More processes than cores: contract tests also wait for files, timers and programs that they start.
  const steps = [
    ...together('contract tests', contractTests, cores),
    ...together('unit tests', unitTests, Math.ceil(cores / 2)),
  ]
  return (await Promise.all([...steps, ...quietSteps].map(runQuietly))).map(withCount)
}

async function runFiles(): Promise<Outcome[]> {
  const [tests, ...rest] = await Promise.all([runAloud(apart('tests', files)), ...quietSteps.map(runQuietly)])
  return [tests, ...rest]
}

/**
 * What starts programs takes most of the time and waits for them, so all else runs beside it, in turns: every core is busy
 * to the end, and no test shares its core with more than a few others.
 */
async function runEverything(): Promise<Outcome[]> {
  const parts = Math.ceil(cores / 2)
  const inTurns = [
    quietSteps,
    together('unit tests', unitTests, parts),
    together('contract tests', contractTests, parts),
    [apart('tests of the page', [pageTests])],
  ]
  const others = runAloud(apart('all other tests', [otherTests]))
  const outcomes: Outcome[] = []
  for (const steps of inTurns) outcomes.push(...(await Promise.all(steps.map(runQuietly))))
  return [...outcomes.map(withCount), await others]
}

/**
 * Runs many files per process, because starting a process takes longer than the tests of a file. Unit and contract tests
 * run in different processes, because servers that contract tests open change global state.
 */
function together(name: string, pattern: string, parts: number): Step[] {
  return Array.from({ length: parts }, (_, at) => ({
    name: `${name}, part ${at + 1} of ${parts}`,
    command: process.execPath,
    args: [
      // Fewer collections of short-lived objects: an eighth of the time of these processes.
      '--max-semi-space-size=64',
      '--test',
      '--test-isolation=none',
      `--test-shard=${at + 1}/${parts}`,
      pattern,
    ],
    environment: { TMPDIR: fastFolder() },
  }))
}

/** Runs each file in a separate process, so that state that one leaves behind cannot affect another. */
function apart(name: string, patterns: readonly string[]): Step {
  // By default Node leaves one core unused, which is half of a small machine.
  const reporters = ['spec', './scripts/slowest-files.ts'].flatMap(reporter => [
    `--test-reporter=${reporter}`,
    '--test-reporter-destination=stdout',
  ])
  return {
    name,
    command: process.execPath,
    args: ['--test', `--test-concurrency=${cores}`, ...reporters, ...patterns],
  }
}

function withCount(outcome: Outcome): Outcome {
  const { name, output } = outcome
  const count = /^ℹ pass (\d+)$/m.exec(output)?.[1]
  return { ...outcome, name: count ? `${name}: ${count} passed` : name }
}

/** Prints the output while the step runs. */
async function runAloud({ name, command, args }: Step): Promise<Outcome> {
  const secondsSince = startClock()
  const child = spawn(command, args, { cwd: root, env: environment, stdio: 'inherit' })
  const [exitCode] = await once(child, 'close')
  const output = 'The failures are listed above.'
  return { name, isPassed: exitCode === 0, output, seconds: secondsSince() }
}

/** Keeps the output until the other steps are done, so that their lines are not mixed. */
async function runQuietly({ name, command, args, environment: more }: Step): Promise<Outcome> {
  const secondsSince = startClock()
  const child = spawn(command, args, {
    cwd: root,
    env: { ...environment, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
    // On Windows, the programs of npm packages are shell scripts.
    shell: process.platform === 'win32',
  })
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { name, isPassed: exitCode === 0, output: stdout + stderr, seconds: secondsSince() }
}

function startClock(): () => number {
  const from = performance.now()
  return () => (performance.now() - from) / 1000
}
