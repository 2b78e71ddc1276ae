import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { test } from 'node:test'
import { systemProcesses } from './system-processes.ts'

test('a process of this machine may live as long as it is there, and of another machine always', async () => {
  const { self, mayLive } = systemProcesses()
  const child = spawn(process.execPath, ['-e', 'setTimeout(() => {}, 60_000)'], { stdio: 'ignore' })
  const owner = { instance: 'child', pid: child.pid ?? 0, host: self.host }
  assert.equal(mayLive(owner), true)
  child.kill('SIGKILL')
  await once(child, 'exit')
  assert.equal(mayLive(owner), false)
  assert.equal(mayLive({ ...owner, host: 'elsewhere' }), true)
})

test('another instance with our pid is an earlier one', () => {
  const { self, mayLive } = systemProcesses()
  assert.equal(mayLive({ ...self, instance: 'before' }), false)
  assert.notEqual(systemProcesses().self.instance, self.instance)
})
