import { type FSWatcher, watch as watchPath } from 'node:fs'
import { readdir } from 'node:fs/promises'
import { join, sep } from 'node:path'
import type { FolderListener, FolderWatcher } from '../../core/ports/folders.ts'
import { isPassedOver } from '../../core/text/excluded-files.ts'

/** Reports changes in a folder, with or without its subfolders. */
export function folderWatcher(platform: NodeJS.Platform): FolderWatcher {
  return {
    watch(folder, { recursive }, listener) {
      // On macOS and Windows the system watches whole trees; on Linux Node would watch every file.
      const isNative = platform === 'darwin' || platform === 'win32'
      return recursive && !isNative ? watchTree(folder, listener) : watchFolder(folder, recursive, listener)
    },
  }
}

async function watchFolder(folder: string, recursive: boolean, listener: FolderListener) {
  const watcher = listen({ folder, recursive, listener }, listener.onChange)
  return { close: () => watcher?.close() }
}

/** One watch per folder of the tree; created and removed folders are followed. */
async function watchTree(root: string, listener: FolderListener) {
  const watchers = new Map<string, FSWatcher>()
  let isClosed = false
  await add(root)
  return {
    close() {
      isClosed = true
      for (const watcher of watchers.values()) watcher.close()
    },
  }

  async function add(folder: string): Promise<void> {
    if (isClosed || watchers.has(folder)) return
    const watcher = listen({ folder, recursive: false, listener }, name => {
      if (name !== null) void follow(join(folder, name))
      listener.onChange()
    })
    if (watcher === null) return
    watchers.set(folder, watcher)
    for (const below of await foldersIn(folder)) await add(join(folder, below))
  }

  /**
   * A new entry may be a folder whose files existed before it was watched; a removed entry may have been a watched
   * folder.
   */
  async function follow(path: string): Promise<void> {
    const names = await readdir(path).catch(() => null)
    if (names === null) return drop(path)
    if (isClosed || watchers.has(path)) return
    await add(path)
    listener.onChange()
  }

  function drop(path: string): void {
    for (const [folder, watcher] of watchers)
      if (folder === path || folder.startsWith(`${path}${sep}`)) {
        watcher.close()
        watchers.delete(folder)
      }
  }
}

async function foldersIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  return entries.filter(entry => entry.isDirectory() && !isPassedOver(entry.name)).map(({ name }) => name)
}

/** Null when the folder cannot be watched. */
function listen(
  { folder, recursive, listener }: { folder: string; recursive: boolean; listener: FolderListener },
  onEvent: (name: string | null) => void,
): FSWatcher | null {
  const trouble = (error: unknown) => listener.onTrouble(`${folder} cannot be watched: ${reasonOf(error)}.`)
  try {
    const watcher = watchPath(folder, { recursive, persistent: false }, (_, name) => {
      const isHeard = name === null || !name.split(/[/\\]/).some(isPassedOver)
      if (isHeard) onEvent(name)
    })
    watcher.on('error', error => {
      watcher.close()
      trouble(error)
    })
    return watcher
  } catch (error) {
    trouble(error)
    return null
  }
}

const reasons: Readonly<Record<string, string>> = {
  ENOSPC: 'the system allows no more watches (fs.inotify.max_user_watches)',
  EMFILE: 'the system allows no more watches (fs.inotify.max_user_instances)',
  ENOENT: 'it is not there',
  EACCES: 'permission denied',
}

function reasonOf(error: unknown): string {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return reasons[code] ?? (error instanceof Error ? error.message : String(error))
}
