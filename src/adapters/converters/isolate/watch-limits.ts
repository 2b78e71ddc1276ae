import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { platform } from 'node:process'
import { Failure } from '../../../core/model/failure.ts'

/**
 * `timeMs` limits the CPU time that a conversion and its programs may use without progress, so that a busy machine does
 * not cause timeouts. `memoryBytes` limits their total memory.
 */
export type ChildLimits = {
  timeMs: number
  memoryBytes: number
  /** Longest time without any CPU use; by default `timeMs`, but at least a minute. */
  stallMs?: number
}

export type LimitWatch = {
  /** The conversion made progress: its time starts again. */
  progressed(): void
  peakBytes(): number
  end(): void
}

const pollMs = 100
/** A conversion that uses very little CPU time ends after this multiple of the limit in elapsed time. */
const mostClock = 10

/** Measures the processes until `end`, and calls `fail` once when they exceed a limit. */
export function watchLimits(watched: {
  name: string
  limits: ChildLimits
  pids: () => readonly number[]
  fail: (failure: Failure) => void
}): LimitWatch {
  const { name, limits, pids, fail } = watched
  const stallMs = limits.stallMs ?? Math.max(limits.timeMs, 60_000)
  const cpuByPid = new Map<number, number>()
  let peak = 0
  let cpu = 0
  let cpuAtProgress: number | null = null
  let progressAt = performance.now()
  let movedAt = progressAt
  let isMeasuring = false
  let isOver = false

  const measure = async (): Promise<void> => {
    const now = pids()
    let bytes = 0
    let isTimed = false
    for (const [pid, use] of await Promise.all(now.map(async pid => [pid, await measureUse(pid)] as const))) {
      bytes += use.bytes
      isTimed ||= use.cpuMs !== null
      // A process that has just ended measures as 0; its earlier CPU time still counts.
      cpuByPid.set(pid, Math.max(cpuByPid.get(pid) ?? 0, use.cpuMs ?? 0))
    }
    if (isOver) return
    peak = Math.max(peak, bytes)
    const total = [...cpuByPid.values()].reduce((sum, ms) => sum + ms, 0)
    if (total > cpu) movedAt = performance.now()
    cpu = total
    cpuAtProgress ??= cpu
    const clockMs = performance.now() - progressAt
    // Programs that run in parallel each have the full time.
    const cpuLimit = limits.timeMs * Math.max(1, now.length - 1)
    if (bytes > limits.memoryBytes) fail(tooMuchMemory(name, limits.memoryBytes))
    else if (isTimed && cpu - cpuAtProgress > cpuLimit) fail(tooLong(name, limits.timeMs))
    else if (performance.now() - movedAt > stallMs) fail(hung(name, stallMs))
    else if (clockMs > limits.timeMs * (isTimed ? mostClock : 1)) fail(hung(name, clockMs))
  }
  const poll = setInterval(() => {
    if (isMeasuring) return
    isMeasuring = true
    void measure().finally(() => {
      isMeasuring = false
    })
  }, pollMs)
  return {
    progressed() {
      cpuAtProgress = null
      progressAt = performance.now()
    },
    peakBytes: () => peak,
    end() {
      isOver = true
      clearInterval(poll)
    },
  }
}

/** `cpuMs` is the CPU time used so far, including ended child processes; null where it cannot be measured. */
type Use = { bytes: number; cpuMs: number | null }

/** The kernel reports ticks of 1/100 second, independent of its own clock. */
const tickMs = 10

/** Returns what a process and its descendants use; zero when it has ended. */
export async function measureUse(pid: number): Promise<Use> {
  return platform === 'linux' ? measureByProc(pid) : measureByPs(pid)
}

async function measureByProc(pid: number): Promise<Use> {
  const [status, stat, children] = await Promise.all(
    ['status', 'stat', `task/${pid}/children`].map(name =>
      readFile(`/proc/${pid}/${name}`, 'utf8').catch(() => ''),
    ),
  )
  const bytes = Number(/^VmRSS:\s+(\d+) kB/m.exec(status ?? '')?.[1] ?? 0) * 1024
  const pids = (children ?? '')
    .split(/\s+/)
    .filter(text => text !== '')
    .map(Number)
  const below = await Promise.all(pids.map(measureByProc))
  return below.reduce(add, { bytes, cpuMs: cpuOfStat(stat ?? '') })
}

/** utime, stime, and the same of waited-for children: fields 14 to 17 of proc(5). */
function cpuOfStat(stat: string): number {
  // The process name before them may contain blanks and parentheses.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return fields.slice(11, 15).reduce((sum, field) => sum + Number(field), 0) * tickMs
}

async function measureByPs(root: number): Promise<Use> {
  const table = await new Promise<string>(resolve => {
    execFile('ps', ['-A', '-o', 'pid=,ppid=,rss=,time='], (error, output) => resolve(error ? '' : output))
  })
  const rows = table
    .split('\n')
    .map(line => line.trim().split(/\s+/))
    .map(([pid = '0', parent = '0', kilobytes = '0', time = '']) => ({
      pid: Number(pid),
      parent: Number(parent),
      use: { bytes: Number(kilobytes) * 1024, cpuMs: cpuOfPs(time) },
    }))
  const sum = (pid: number): Use =>
    rows
      .filter(row => row.parent === pid && row.pid !== pid)
      .reduce<Use>(
        (total, row) => add(total, sum(row.pid)),
        rows.find(row => row.pid === pid)?.use ?? { bytes: 0, cpuMs: null },
      )
  return sum(root)
}

/** Parses `[[days-]hours:]minutes:seconds[.hundredths]` to milliseconds. */
export function cpuOfPs(time: string): number | null {
  const parts = /^(?:(?:(\d+)-)?(\d+):)?(\d+):(\d+(?:\.\d+)?)$/.exec(time)
  if (parts === null) return null
  const [days = 0, hours = 0, minutes = 0, seconds = 0] = parts.slice(1).map(part => Number(part ?? 0))
  return (((days * 24 + hours) * 60 + minutes) * 60 + seconds) * 1000
}

function add(one: Use, other: Use): Use {
  const isUnknown = one.cpuMs === null && other.cpuMs === null
  return {
    bytes: one.bytes + other.bytes,
    cpuMs: isUnknown ? null : (one.cpuMs ?? 0) + (other.cpuMs ?? 0),
  }
}

const slowHint = 'Split the file into parts, or raise convert.timeout_seconds.'

function tooLong(name: string, timeMs: number): Failure {
  return new Failure(
    'timeout',
    'CONVERSION_TIMEOUT',
    `Converting ${name} made no progress in ${seconds(timeMs)} of CPU time and was stopped.`,
    { hint: slowHint },
  )
}

function hung(name: string, clockMs: number): Failure {
  return new Failure(
    'timeout',
    'CONVERSION_TIMEOUT',
    `Converting ${name} made no progress for ${seconds(clockMs)} and was stopped.`,
    { hint: slowHint },
  )
}

function tooMuchMemory(name: string, memoryBytes: number): Failure {
  const limit = Math.round(memoryBytes / 1_000_000)
  return new Failure(
    'too_large',
    'CONVERSION_MEMORY',
    `Converting ${name} needed more than ${limit} MB of memory and was stopped.`,
    {
      hint: 'The file may be an attempt to exhaust memory. If you trust it, split it or raise convert.memory_mb.',
    },
  )
}

/** `complaint` is the end of the child's stderr. */
export function crashed(name: string, how: string, complaint: string): Failure {
  const isMemory = /heap out of memory|allocation failed/i.test(complaint)
  return new Failure(
    isMemory ? 'too_large' : 'invalid',
    isMemory ? 'CONVERSION_MEMORY' : 'CONVERSION_CRASHED',
    isMemory ? `Converting ${name} ran out of memory.` : `Converting ${name} crashed the converter (${how}).`,
    {
      hint: 'The file is probably damaged: open it in the program that created it and save it again.',
      ...(complaint === '' ? {} : { cause: new Error(complaint) }),
    },
  )
}

function seconds(ms: number): string {
  return `${Math.round(ms / 100) / 10} s`
}
