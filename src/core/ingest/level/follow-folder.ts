import { setTimeout as pause } from 'node:timers/promises'
import { Failure } from '../../model/failure.ts'
import type { FolderWatcher } from '../../ports/folders.ts'
import type { LevelOutcome, LevelReport } from './level-request.ts'
import type { FolderLook } from './look-at-folder.ts'

export type FollowRequest = {
  folder: string
  recursive: boolean
  watcher: FolderWatcher
  /** Finds what has changed, without opening a file. */
  look(): Promise<FolderLook>
  /** Synchronizes the collection with the folder. */
  level(): Promise<LevelReport>
  /** How long nothing must change before the folder is checked. */
  debounceMs: number
  /** How often to check when the watcher reports nothing. */
  everyMs: number
  /** Milliseconds that only go forward. */
  elapsed(): number
  /** Shows a message: a problem, or that it is solved. */
  tell(message: string): void
}

/** How often to check for a folder that is missing. */
const absentMs = 2_000
/** While changes keep coming, the folder is checked after this many times the debounce. */
const longestDebounces = 10
/** Checking takes at most this share of the time, also for a folder with a hundred thousand files. */
const shareOfLooking = 0.1

const changes: ReadonlySet<LevelOutcome> = new Set(['added', 'changed', 'moved', 'removed'])

type Looked = {
  state: 'level' | 'unsettled' | 'absent'
  unreachable: number
  lookMs: number
  hasChanged: boolean
}

/**
 * Keeps a collection in sync with a folder until the signal aborts: checks when the watcher reports a change, and from
 * time to time without one. While the folder is missing, nothing is changed. When a check finds a change that the
 * watcher did not report, the watcher is restarted.
 */
export async function followFolder(request: FollowRequest, signal: AbortSignal): Promise<void> {
  const { debounceMs, everyMs, elapsed } = request
  const bell = doorbell(elapsed)
  const show = once(request.tell)
  let last: Looked = { state: 'level', unreachable: 0, lookMs: 0, hasChanged: false }
  let wasNotified = true
  let watch = await listen()
  try {
    while (!signal.aborted) {
      const startedAt = elapsed()
      const looked = await lookAndLevel()
      const hasMissedChange = looked.hasChanged && !wasNotified
      if ((hasMissedChange || isBack(last, looked)) && !signal.aborted) await restartWatch()
      last = looked
      const restMs = Math.max(debounceMs, looked.lookMs / shareOfLooking - (elapsed() - startedAt))
      const waitMs = { level: everyMs, unsettled: restMs, absent: absentMs }[looked.state]
      const isRung = await bell.heard(waitMs, signal)
      const longestMs = Math.max(restMs, longestDebounces * debounceMs)
      if (isRung) await bell.settled({ quietMs: restMs, longestMs }, signal)
      wasNotified = isRung || looked.state !== 'level'
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
      show(unreachable === 0 ? null : awayNote(unreachable))
      const isWaiting = look.fresh.length > 0 || items.some(({ outcome }) => outcome === 'waiting')
      const hasChanged = items.some(({ outcome }) => changes.has(outcome))
      return { state: isWaiting ? 'unsettled' : 'level', unreachable, lookMs, hasChanged }
    } catch (error) {
      if (signal.aborted) return last
      if (!(error instanceof Failure) || error.kind === 'internal') throw error
      show(`${error.message} Nothing is changed until it is back.`)
      return { ...last, state: 'absent', hasChanged: false }
    }
  }

  /** A watch covers what existed when it started: after a drive is mounted again, a new one is needed. */
  function isBack(before: Looked, now: Looked): boolean {
    const isThereAgain = before.state === 'absent' && now.state !== 'absent'
    return isThereAgain || now.unreachable < before.unreachable
  }

  async function restartWatch(): Promise<void> {
    watch.close()
    watch = await listen()
    // Changes between the last check and the start of the watch were not reported.
    bell.ring()
  }

  function listen() {
    let isShown = false
    return request.watcher.watch(
      request.folder,
      { recursive: request.recursive },
      {
        onChange: bell.ring,
        onTrouble(message) {
          if (!isShown) request.tell(`${message} Changes are found every ${everyMs / 1000} seconds instead.`)
          isShown = true
        },
      },
    )
  }
}

function awayNote(count: number): string {
  const documents = count === 1 ? '1 document is' : `${count} documents are`
  return `${documents} kept although the folder or drive of their files is missing.`
}

/** Shows a message unless it is the same as the last one; null resets it. */
function once(tell: (message: string) => void): (message: string | null) => void {
  let last: string | null = null
  return message => {
    if (message !== null && message !== last) tell(message)
    last = message
  }
}

/** Remembers that something changed until the caller asks. */
type Doorbell = {
  ring(): void
  /** Whether it rings within this time. Resolves at once when it has been rung already. */
  heard(ms: number, signal: AbortSignal): Promise<boolean>
  /** Waits until it has not been rung for `quietMs`, at most `longestMs`. */
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
