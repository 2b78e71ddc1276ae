import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { platform } from 'node:process'

/** Memory in use by a process and everything it started, in bytes; 0 when it is gone or cannot be told. */
export async function measureMemory(pid: number): Promise<number> {
  return platform === 'linux' ? measureByProc(pid) : measureByPs(pid)
}

async function measureByProc(pid: number): Promise<number> {
  const [status, children] = await Promise.all([
    readFile(`/proc/${pid}/status`, 'utf8').catch(() => ''),
    readFile(`/proc/${pid}/task/${pid}/children`, 'utf8').catch(() => ''),
  ])
  const own = Number(/^VmRSS:\s+(\d+) kB/m.exec(status)?.[1] ?? 0) * 1024
  const pids = children
    .split(/\s+/)
    .filter(text => text !== '')
    .map(Number)
  const below = await Promise.all(pids.map(measureByProc))
  return below.reduce((sum, bytes) => sum + bytes, own)
}

async function measureByPs(root: number): Promise<number> {
  const table = await new Promise<string>(resolve => {
    execFile('ps', ['-A', '-o', 'pid=,ppid=,rss='], (error, output) => resolve(error ? '' : output))
  })
  const rows = table
    .split('\n')
    .map(line => line.trim().split(/\s+/).map(Number))
    .map(([pid = 0, parent = 0, kilobytes = 0]) => ({ pid, parent, bytes: kilobytes * 1024 }))
  const sum = (pid: number): number =>
    rows
      .filter(row => row.parent === pid && row.pid !== pid)
      .reduce((total, row) => total + sum(row.pid), rows.find(row => row.pid === pid)?.bytes ?? 0)
  return sum(root)
}
