import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { hansardReader } from '../../../src/features/hansard/record/hansard-reader.ts'
import { loadMembers } from '../../../src/features/hansard/record/members/load-members.ts'
import type { Speech } from '../../../src/features/hansard/speech.ts'

/** The speeches of every file, and how quickly they were parsed, members and topics included. */
export async function readRecord(data: string): Promise<{ speeches: Speech[]; mbPerSecond: number }> {
  const tables = globSync('{hansard-proj/*lookup*,openaustralia/data__*}.csv', { cwd: data })
  const { directory } = loadMembers(tables.sort().map(path => rawSource(join(data, path))))
  const reader = hansardReader({ members: directory })
  const { signal } = new AbortController()
  const files = globSync('xml/*.xml', { cwd: data })
    .sort()
    .map(path => rawSource(join(data, path)))
  const speeches: Speech[] = []
  const startedAt = performance.now()
  for (const file of files) speeches.push(...(await reader.read(file, signal)).speeches)
  const seconds = (performance.now() - startedAt) / 1000
  const bytes = files.reduce((sum, file) => sum + file.bytes.length, 0)
  return { speeches, mbPerSecond: bytes / 1e6 / seconds }
}

function rawSource(path: string) {
  return {
    source: path,
    name: basename(path),
    bytes: readFileSync(path),
    mediaType: null,
    charset: null,
    lastModified: null,
    fileType: null,
  }
}
