import assert from 'node:assert/strict'
import { test } from 'node:test'
import { slow } from '../../../../../test/support/slow.ts'
import { layOutGraph } from './lay-out-graph.ts'

const size = { width: 900, height: 560 }
const far = (one: { x: number; y: number } | undefined, other: { x: number; y: number } | undefined) =>
  Math.hypot((one?.x ?? 0) - (other?.x ?? 0), (one?.y ?? 0) - (other?.y ?? 0))

test('linked nodes are nearer to each other than others, all inside, the first in the middle, always the same', () => {
  const graph = {
    ids: ['m', 'a', 'b', 'c', 'x', 'y'],
    links: [
      { from: 'm', to: 'a' },
      { from: 'a', to: 'b' },
      { from: 'x', to: 'y' },
      { from: 'b', to: 'unknown' },
    ],
  }
  const places = layOutGraph(graph, size)
  assert.deepEqual(places.get('m'), { x: 450, y: 280 })
  for (const { x, y } of places.values()) assert.ok(x >= 30 && x <= 870 && y >= 30 && y <= 530)
  assert.ok(far(places.get('a'), places.get('b')) < far(places.get('b'), places.get('x')))
  assert.deepEqual(layOutGraph(graph, size), places)
})

test('500 nodes are laid out in less than two seconds of processor time', slow, () => {
  const ids = Array.from({ length: 500 }, (_, at) => String(at))
  const links = ids.slice(1).map((id, at) => ({ from: id, to: String(Math.floor(at / 3)) }))
  const before = process.cpuUsage()
  layOutGraph({ ids, links }, size)
  const { user } = process.cpuUsage(before)
  assert.ok(user / 1e6 < 2, `${user / 1e6} s`)
})
