import assert from 'node:assert/strict'
import { EventEmitter, once } from 'node:events'
import { type TestContext, test } from 'node:test'
import { Failure } from '../../model/failure.ts'
import type { FolderListener } from '../../ports/folders.ts'
import { followFolder } from './follow-folder.ts'
import type { LevelItem, LevelReport } from './level-request.ts'
import type { FolderLook } from './look-at-folder.ts'

/** Longer than a test, so that every check is caused by the watcher. */
const never = 1e8

test('what happened before it began is found without a bell', async t => {
  const scene = follow(t)
  scene.differ('a.md')
  await scene.next('level')
  assert.equal(scene.levels, 1)
})

test('a bell leads to a look, and a difference to the work', async t => {
  const scene = follow(t)
  await scene.next('look')
  assert.equal(scene.levels, 0)
  scene.differ('a.md')
  scene.ring()
  await scene.next('level')
  assert.equal(scene.levels, 1)
})

test('many bells in a row lead to one look', async t => {
  const scene = follow(t, { debounceMs: 40 })
  await scene.next('look')
  for (let index = 0; index < 50; index++) scene.ring()
  await scene.next('look')
  assert.equal(scene.looks, 2)
})

test('a bell during the work is not lost', async t => {
  const scene = follow(t)
  await scene.next('look')
  scene.differ('a.md')
  scene.onLevel = () => {
    scene.ring()
    scene.differ('b.md')
    scene.onLevel = () => {}
  }
  scene.ring()
  await scene.next('level')
  await scene.next('level')
  assert.deepEqual(scene.taken, ['a.md', 'b.md'])
})

test('without a bell it is looked from time to time, and a deaf watcher is begun anew', async t => {
  const scene = follow(t, { everyMs: 5 })
  await scene.next('look')
  assert.equal(scene.listeners, 1)
  scene.differ('a.md')
  await scene.next('level')
  await scene.next('look')
  assert.equal(scene.listeners, 2)
})

test('a file that is being written is looked for again soon', async t => {
  const scene = follow(t)
  scene.fresh = 1
  await scene.next('look')
  await scene.next('look')
  scene.fresh = 0
  scene.differ('a.md')
  await scene.next('level')
  assert.deepEqual(scene.taken, ['a.md'])
})

test('a folder that is not there is said once, waited for, and listened to anew when it is back', async t => {
  const scene = follow(t)
  await scene.next('look')
  scene.absent = new Failure('not_found', 'SOURCE_NOT_FOUND', 'There is no such folder.')
  scene.ring()
  await scene.next('look')
  scene.ring()
  await scene.next('look')
  assert.deepEqual(scene.said, ['There is no such folder. Nothing is changed until it is back.'])
  scene.absent = null
  scene.differ('a.md')
  scene.ring()
  await scene.next('level')
  await scene.next('look')
  assert.equal(scene.listeners, 2)
})

test('what the watcher cannot do is said once', async t => {
  const scene = follow(t)
  await scene.next('look')
  scene.listener?.onTrouble('No more watches.')
  scene.listener?.onTrouble('No more watches.')
  assert.equal(scene.said.length, 1)
  assert.match(scene.said[0] ?? '', /^No more watches\. Changes are found every/)
})

test('it ends with its signal, and nothing goes on listening', async t => {
  const scene = follow(t)
  await scene.next('look')
  scene.stop()
  await scene.ended
  assert.equal(scene.closed, scene.listeners)
})

/** A folder, a watcher and a library that the test controls. */
function follow(t: TestContext, { debounceMs = 1, everyMs = never } = {}) {
  const stopping = new AbortController()
  const news = new EventEmitter()
  const waiting: string[] = []
  const scene = {
    looks: 0,
    levels: 0,
    listeners: 0,
    closed: 0,
    fresh: 0,
    absent: null as Failure | null,
    open: [] as string[],
    taken: [] as string[],
    said: [] as string[],
    listener: null as FolderListener | null,
    onLevel: () => {},
    differ: (name: string) => void scene.open.push(name),
    ring: () => scene.listener?.onChange(),
    stop: () => stopping.abort(),
    /** Resolves when the next look or level has happened that no earlier call has waited for. */
    async next(what: 'look' | 'level'): Promise<void> {
      for (;;) {
        const index = waiting.indexOf(what)
        if (index >= 0) return void waiting.splice(0, index + 1)
        await once(news, 'news')
      }
    },
    ended: Promise.resolve(),
  }
  const tell = (what: string) => {
    waiting.push(what)
    news.emit('news')
  }
  scene.ended = followFolder(
    {
      folder: '/folder',
      recursive: true,
      debounceMs,
      everyMs,
      elapsed: () => performance.now(),
      tell: message => void scene.said.push(message),
      watcher: {
        async watch(_folder, _options, listener) {
          scene.listeners += 1
          scene.listener = listener
          return {
            close() {
              scene.closed += 1
            },
          }
        },
      },
      async look() {
        scene.looks += 1
        tell('look')
        if (scene.absent !== null) throw scene.absent
        // SAFETY: only what decides whether there is work to do is looked at.
        return {
          open: [...scene.open],
          gone: [],
          fresh: Array(scene.fresh),
          unreachable: [],
        } as unknown as FolderLook
      },
      async level() {
        scene.levels += 1
        const items = scene.open.splice(0).map(added)
        scene.taken.push(...items.map(({ name }) => name))
        scene.onLevel()
        tell('level')
        return { files: 0, unchanged: 0, leftOut: [], items } satisfies LevelReport
      },
    },
    stopping.signal,
  )
  t.after(async () => {
    stopping.abort()
    await scene.ended
  })
  return scene
}

function added(name: string): LevelItem {
  return { name, outcome: 'added', from: null, documentId: null, chunks: 1, message: null }
}
