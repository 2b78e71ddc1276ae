/**
 * Runs format and lint, types, generated files, and the tests whose patterns are given, in parallel:
 *   node scripts/check.ts src/core/search/search.test.ts
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { delimiter, join } from 'node:path'
import { text } from 'node:stream/consumers'

type Step = { name: string; command: string; args: string[] }
type Outcome = { name: string; isPassed: boolean; output: string }

const root = join(import.meta.dirname, '..')
const cache = join(root, 'node_modules', '.cache')
const isInnerLoop = process.env.npm_lifecycle_event === 'check'
const environment = {
  ...process.env,
  PATH: [join(root, 'node_modules', '.bin'), process.env.PATH].join(delimiter),
  // Every test file runs in a new process, and most of its start is stripping and compiling the same sources.
  NODE_COMPILE_CACHE: join(cache, 'node-compile'),
  // The inner loop runs every contract once, in process; `npm test` runs it on every surface.
  ...(isInnerLoop ? { QUIRE_TEST_SURFACES: 'library' } : {}),
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

const patterns = process.argv.slice(2)
const outcomes = await (isInnerLoop ? runInnerLoop() : runEverything())
for (const { name, isPassed, output } of outcomes)
  process.stdout.write(isPassed ? `✔ ${name}\n` : `✖ ${name}\n${output}\n`)
if (outcomes.some(({ isPassed }) => !isPassed)) process.exitCode = 1

/**
 * Runs many files per process, because starting a process takes longer than the tests of a file. Files of different
 * patterns run in different processes, because servers that contract tests open change global state.
 */
async function runInnerLoop(): Promise<Outcome[]> {
  // More processes than cores: tests also wait for files, timers and programs that they start.
  const parts = Math.ceil((availableParallelism() + 1) / patterns.length)
  const tests = patterns.flatMap(pattern =>
    Array.from({ length: parts }, (_, at) => ({
      name: `tests ${pattern}, part ${at + 1} of ${parts}`,
      command: process.execPath,
      args: ['--test', '--test-isolation=none', `--test-shard=${at + 1}/${parts}`, pattern],
    })),
  )
  return Promise.all([...tests, ...quietSteps].map(runQuietly)).then(all => all.map(withCount))
}

/** Runs each file in a separate process, so that state that one leaves behind cannot affect another. */
async function runEverything(): Promise<Outcome[]> {
  const tests: Step = {
    name: 'tests',
    command: process.execPath,
    // By default Node leaves one core unused, which is half of a small machine.
    args: ['--test', `--test-concurrency=${availableParallelism()}`, ...patterns],
  }
  const [isPassed, ...rest] = await Promise.all([runAloud(tests), ...quietSteps.map(runQuietly)])
  return [{ name: tests.name, isPassed, output: 'The failures are listed above.' }, ...rest]
}

function withCount({ name, isPassed, output }: Outcome): Outcome {
  const count = /^ℹ pass (\d+)$/m.exec(output)?.[1]
  return { name: count ? `${name}: ${count} passed` : name, isPassed, output }
}

/** Prints the output while the step runs. */
async function runAloud({ command, args }: Step): Promise<boolean> {
  const child = spawn(command, args, { cwd: root, env: environment, stdio: 'inherit' })
  const [exitCode] = await once(child, 'close')
  return exitCode === 0
}

/** Keeps the output until the other steps are done, so that their lines are not mixed. */
async function runQuietly({ name, command, args }: Step): Promise<Outcome> {
  const child = spawn(command, args, {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
    // On Windows, the programs of npm packages are shell scripts.
    shell: process.platform === 'win32',
  })
  const [stdout, stderr, [exitCode]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close'),
  ])
  return { name, isPassed: exitCode === 0, output: stdout + stderr }
}
