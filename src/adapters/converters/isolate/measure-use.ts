import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { platform } from 'node:process'

/** `cpuMs` is processor time used so far, by programs that have ended as well; null where it cannot be measured. */
export type Use = { bytes: number; cpuMs: number | null }

/** The kernel counts in hundredths of a second, whatever its own clock is. */
const tickMs = 10

/** What a process and everything it started hold and have used; nothing when it is gone. */
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

/** utime, stime, and the same of children that were waited for: fields 14 to 17 of proc(5). */
function cpuOfStat(stat: string): number {
  // The name before it may hold blanks and parentheses.
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

/** `[[days-]hours:]minutes:seconds[.hundredths]` in milliseconds. */
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
