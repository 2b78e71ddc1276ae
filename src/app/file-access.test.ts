import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rootsPolicy } from './file-access.ts'

const local = { surface: 'stdio', isLocal: true } as const
const remote = { surface: 'http', isLocal: false } as const

test('local callers go anywhere unless roots are set; HTTP callers stay inside them, where Quire started when they know its token, or nowhere', () => {
  const free = rootsPolicy(null, { startedIn: '/work', hasToken: true })
  assert.equal(free(local), null)
  assert.deepEqual(free(remote), ['/work'])
  const open = rootsPolicy(null, { startedIn: '/work', hasToken: false })
  assert.deepEqual([open(local), open(remote)], [null, []])
  const confined = rootsPolicy(['/papers'], { startedIn: '/work', hasToken: false })
  assert.deepEqual([confined(local), confined(remote)], [['/papers'], ['/papers']])
})
