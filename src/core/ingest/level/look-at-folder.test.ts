import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { DocumentSummary } from '../../model/document.ts'
import type { SeenFile } from '../../ports/folders.ts'
import type { FoundFile, Whereabouts } from '../../ports/source-reader.ts'
import { compareFolder, sortMissing } from './look-at-folder.ts'

const now = Date.parse('2026-05-01T12:00:00Z')
const request = { folder: '/f', settleMs: 500, retry: 'due' } as const
const stored: SeenFile = {
  state: 'stored',
  stamp: 's1',
  bytes: 3,
  device: 'd1',
  contentHash: 'h1',
  fingerprint: 'p1',
}

const cases: [says: string, given: Parameters<typeof compareOne>, expected: string][] = [
  ['a file as it was is not opened', [file(), document(), stored], 'unchanged'],
  ['another stamp opens it', [file({ stamp: 's2' }), document(), stored], 'open'],
  ['a file nobody remembers is opened', [file(), document(), null], 'open'],
  [
    'a document that is not the one remembered opens it',
    [file(), document({ fingerprint: 'p2' }), stored],
    'open',
  ],
  ['a document that is gone opens it', [file(), null, stored], 'open'],
  [
    'a file written a moment ago waits',
    [file({ stamp: 's2', modifiedMs: now - 499 }), document(), stored],
    'fresh',
  ],
  [
    'a file written long enough ago does not',
    [file({ stamp: 's2', modifiedMs: now - 500 }), null, null],
    'open',
  ],
  [
    'a date in the future is no reason to wait',
    [file({ stamp: 's2', modifiedMs: now + 9e9 }), null, null],
    'open',
  ],
  ['a failure rests while it is not due', [file(), null, failed(1, 4_999)], 'resting'],
  ['a failure that is due is tried again', [file(), null, failed(1, 5_000)], 'open'],
  ['the wait grows', [file(), null, failed(4, 319_999)], 'resting'],
  ['the wait does not grow for ever', [file(), null, failed(30, 3_600_000)], 'open'],
  ['a failure that was written since is tried at once', [file({ stamp: 's2' }), null, failed(9, 1)], 'open'],
  ['a document without a file is missing', [null, document(), stored], 'missing'],
]

for (const [says, given, expected] of cases)
  test(says, () => {
    assert.equal(compareOne(...given), expected)
  })

test('where all is tried again, nothing rests', () => {
  const seen = { recipe: 'r', recursive: true, identity: 'i', files: { 'a.md': failed(1, 1) } }
  const difference = compareFolder(
    { files: [file()], documents: [], seen },
    { ...request, retry: 'all' },
    now,
  )
  assert.equal(difference.open.length, 1)
})

const gone = (nearest: string, device = 'd1'): Whereabouts => ({ state: 'gone', nearest, device })

const missing: [
  says: string,
  given: { where: Whereabouts; device: string | null; found: FoundFile[]; identity?: string },
  expected: string,
][] = [
  ['same file system, no file: gone', { where: gone('/f'), device: 'd1', found: [other()] }, 'gone'],
  ['emptied, but the same folder: gone', { where: gone('/f'), device: 'd1', found: [] }, 'gone'],
  [
    'an empty folder in its place: unreachable',
    { where: gone('/f'), device: 'd1', found: [], identity: 'x' },
    'unreachable',
  ],
  [
    'another file system in its place: unreachable',
    { where: gone('/f', 'd0'), device: 'd1', found: [] },
    'unreachable',
  ],
  [
    'a file system with another number now: gone',
    { where: gone('/f', 'd7'), device: 'd1', found: [other()] },
    'gone',
  ],
  [
    'nothing remembered, neighbours there: gone',
    { where: gone('/f'), device: null, found: [other()] },
    'gone',
  ],
  [
    'nothing remembered, an empty folder: unreachable',
    { where: gone('/f/sub'), device: null, found: [other()] },
    'unreachable',
  ],
  [
    'the file system would not say: unreachable',
    { where: { state: 'unknown' }, device: 'd1', found: [] },
    'unreachable',
  ],
  [
    'there, but not shown: none of our business',
    { where: { state: 'there', kind: 'file', identity: 'y' }, device: 'd1', found: [] },
    'left alone',
  ],
]

for (const [says, { where, device, found, identity = 'i' }, expected] of missing)
  test(says, async () => {
    const files = {
      'b.md': { ...stored },
      ...(device === null ? {} : { 'a.md': { ...stored, device } }),
    }
    const seen = { recipe: 'r', recursive: true, identity: 'i', files }
    const scene = { folder: '/f', identity, found, seen: device === null ? null : seen }
    const sorted = await sortMissing([document()], scene, { locate: async () => where })
    const outcome =
      sorted.gone.length > 0 ? 'gone' : sorted.unreachable.length > 0 ? 'unreachable' : 'left alone'
    assert.equal(outcome, expected)
  })

function compareOne(
  found: FoundFile | null,
  held: DocumentSummary | null,
  seen: SeenFile | null,
): string | undefined {
  const difference = compareFolder(
    {
      files: found === null ? [] : [found],
      documents: held === null ? [] : [held],
      seen: seen && { recipe: 'r', recursive: true, identity: 'i', files: { 'a.md': seen } },
    },
    request,
    now,
  )
  return Object.entries(difference).find(([, members]) => members.length > 0)?.[0]
}

function file(more: Partial<FoundFile> = {}): FoundFile {
  return { path: '/f/a.md', bytes: 3, modifiedMs: now - 60_000, stamp: 's1', device: 'd1', ...more }
}

function other(): FoundFile {
  return file({ path: '/f/b.md' })
}

function failed(attempts: number, agoMs: number): SeenFile {
  const lastAt = new Date(now - agoMs).toISOString()
  return { state: 'failed', stamp: 's1', device: 'd1', message: 'broken', attempts, lastAt }
}

function document(more: Partial<DocumentSummary> = {}): DocumentSummary {
  return {
    id: 'id',
    collection: 'notes',
    source: '/f/a.md',
    title: 'A',
    fileType: 'md',
    lastModified: '2026-01-01T00:00:00+00:00',
    contentHash: 'h1',
    fingerprint: 'p1',
    createdAt: '2026-01-01T00:00:00+00:00',
    language: 'en',
    metadata: {},
    warnings: [],
    pageLabelSource: 'none' as const,
    chunkCount: 1,
    words: 2,
    ...more,
  }
}
