import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../../model/failure.ts'
import type { FolderWatcher } from '../../ports/folders.ts'
import type { LevelOutcome, LevelReport } from './level-request.ts'
import type { FolderLook } from './look-at-folder.ts'

export type FollowRequest = {
  folder: string
  recursive: boolean
  watcher: FolderWatcher
  /** What is not level, without opening a file. */
  look(): Promise<FolderLook>
  /** Brings the index level with the folder. */
  level(): Promise<LevelReport>
  /** How long nothing must happen before it is looked. */
  debounceMs: number
  /** How often to look without having heard anything. */
  everyMs: number
  /** Milliseconds that only go forward. */
  elapsed(): number
  /** Sentences for people: what stands in the way, and that it no longer does. */
  tell(message: string): void
}

/** A folder that is not there is looked for this often. */
const absentMs = 2_000
/** While changes keep coming, it is looked nevertheless after this many times the debounce. */
const longestDebounces = 10
/** Looking takes at most this part of the time: a folder of a hundred thousand files is not looked at all the time. */
const shareOfLooking = 0.1

const changes: ReadonlySet<LevelOutcome> = new Set(['added', 'changed', 'moved', 'removed'])

type Looked = {
  standing: 'level' | 'unsettled' | 'absent'
  unreachable: number
  lookMs: number
  hasChanged: boolean
}

/**
 * Keeps the index level with a folder until the signal aborts: looks when the watcher rings, and from time to time
 * without that. While the folder is not there nothing is changed. When a look finds what the watcher did not tell of,
 * the watcher is begun anew.
 */
export async function followFolder(request: FollowRequest, signal: AbortSignal): Promise<void> {
  const { debounceMs, everyMs, elapsed } = request
  const bell = doorbell(elapsed)
  const said = once(request.tell)
  let last: Looked = { standing: 'level', unreachable: 0, lookMs: 0, hasChanged: false }
  let wasCalled = true
  let watch = await listen()
  try {
    while (!signal.aborted) {
      const startedAt = elapsed()
      const looked = await lookAndLevel()
      const isDeaf = looked.hasChanged && !wasCalled
      if ((isDeaf || isBack(last, looked)) && !signal.aborted) await listenAnew()
      last = looked
      const restMs = Math.max(debounceMs, looked.lookMs / shareOfLooking - (elapsed() - startedAt))
      const waitMs = { level: everyMs, unsettled: restMs, absent: absentMs }[looked.standing]
      const isRung = await bell.heard(waitMs, signal)
      const longestMs = Math.max(restMs, longestDebounces * debounceMs)
      if (isRung) await bell.settled({ quietMs: restMs, longestMs }, signal)
      wasCalled = isRung || looked.standing !== 'level'
    }
  } finally {
    watch.close()
  }

  async function lookAndLevel(): Promise<Looked> {
    const startedAt = elapsed()
    try {
      const look = await request.look()
      const lookMs = elapsed() - startedAt
      const isLevel = look.open.length === 0 && look.gone.length === 0
      const items = isLevel ? [] : (await request.level()).items
      const unreachable = look.unreachable.length
      said(unreachable === 0 ? null : awayNote(unreachable))
      const isWaiting = look.fresh.length > 0 || items.some(({ outcome }) => outcome === 'waiting')
      const hasChanged = items.some(({ outcome }) => changes.has(outcome))
      return { standing: isWaiting ? 'unsettled' : 'level', unreachable, lookMs, hasChanged }
    } catch (error) {
      if (signal.aborted) return last
      if (!(error instanceof Failure) || error.kind === 'internal') throw error
      said(`${error.message} Nothing is changed until it is back.`)
      return { ...last, standing: 'absent', hasChanged: false }
    }
  }

  /** Watches cling to what was there when they began: a drive that is back needs new ones. */
  function isBack(before: Looked, now: Looked): boolean {
    const isThereAgain = before.standing === 'absent' && now.standing !== 'absent'
    return isThereAgain || now.unreachable < before.unreachable
  }

  async function listenAnew(): Promise<void> {
    watch.close()
    watch = await listen()
    // What happened between the look and the first watch was heard by nobody.
    bell.ring()
  }

  function listen() {
    let isSaid = false
    return request.watcher.watch(
      request.folder,
      { recursive: request.recursive },
      {
        onChange: bell.ring,
        onTrouble(message) {
          if (!isSaid) request.tell(`${message} Changes are found every ${everyMs / 1000} seconds instead.`)
          isSaid = true
        },
      },
    )
  }
}

function awayNote(count: number): string {
  const documents = count === 1 ? '1 document is' : `${count} documents are`
  return `${documents} kept although the folder or drive of their files is not there.`
}

/** Says a sentence when it is another one than before; null takes it back. */
function once(tell: (message: string) => void): (message: string | null) => void {
  let last: string | null = null
  return message => {
    if (message !== null && message !== last) tell(message)
    last = message
  }
}

/** Remembers that it was rung until someone has come to the door. */
type Doorbell = {
  ring(): void
  /** Whether it was rung within this time. Answers at once when it has been rung already. */
  heard(ms: number, signal: AbortSignal): Promise<boolean>
  /** Waits until it has been silent for `quietMs`, at most `longestMs`. */
  settled(times: { quietMs: number; longestMs: number }, signal: AbortSignal): Promise<void>
}

function doorbell(elapsed: () => number): Doorbell {
  let isRung = false
  let rungAt = 0
  let wake = () => {}
  return {
    ring() {
      isRung = true
      rungAt = elapsed()
      wake()
    },
    async heard(ms, signal) {
      if (!isRung && !signal.aborted) await woken(ms, signal)
      const wasRung = isRung
      isRung = false
      return wasRung
    },
    async settled({ quietMs, longestMs }, signal) {
      const until = elapsed() + longestMs
      while (!signal.aborted) {
        const left = Math.min(rungAt + quietMs, until) - elapsed()
        if (left <= 0) break
        await pause(left, undefined, { signal }).catch(() => {})
      }
      isRung = false
    },
  }

  async function woken(ms: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const timer = setTimeout(resolve, ms)
    const onAbort = () => resolve()
    wake = resolve
    signal.addEventListener('abort', onAbort)
    await promise
    clearTimeout(timer)
    signal.removeEventListener('abort', onAbort)
    wake = () => {}
  }
}
