import { readFile } from 'node:fs/promises'
import { isAbsolute, join, relative } from 'node:path'
import type { ModelKind, ShelvedModel } from '../../core/ports/model-shelf.ts'
import type { LocalModel, LocalReranker, PinnedFile } from './local-model.ts'

/** What is known about a shelved model, so that opening it needs no hashing: the threads verify the hashes. */
export type ShelfRecord = {
  version: 1
  name: string
  revision: string | null
  license: string | null
  addedAt: string
  bytes: number
} & ({ kind: 'embedding'; facts: LocalModel } | { kind: 'reranker'; facts: LocalReranker })

export const recordName = 'quire-model.json'

/** Paths are stored relative to the folder, so that a home can be moved. */
export function recordText(record: ShelfRecord, folder: string): string {
  return `${JSON.stringify(
    mapPaths(record, path => relative(folder, path)),
    null,
    2,
  )}\n`
}

/** Returns the record of a shelved model; null when the folder has none that this version can read. */
export async function readRecord(folder: string): Promise<ShelfRecord | null> {
  try {
    const value: unknown = JSON.parse(await readFile(join(folder, recordName), 'utf8'))
    return isRecord(value) ? mapPaths(value, path => (isAbsolute(path) ? path : join(folder, path))) : null
  } catch {
    return null
  }
}

export function toShelved({ facts, ...record }: ShelfRecord): ShelvedModel {
  const { name, kind, license, revision, bytes } = record
  return {
    name,
    kind,
    id: facts.id,
    choice: choiceOf(name, facts.id),
    dimensions: 'dimensions' in facts ? facts.dimensions : null,
    maxTokens: facts.maxTokens,
    languages: facts.languages,
    license,
    revision,
    bytes,
  }
}

/** `hub:<name>@<fingerprint>`: another export of the same model is another choice. */
export function choiceOf(name: string, id: string): string {
  return `hub:${name}@${fingerprintOf(id)}`
}

export function fingerprintOf(id: string): string {
  return id.slice(id.lastIndexOf('@') + 1)
}

function mapPaths(record: ShelfRecord, map: (path: string) => string): ShelfRecord {
  const pinned = (file: PinnedFile): PinnedFile => ({ ...file, path: map(file.path) })
  const { model, tokenizer, tokenizerConfig } = record.facts
  const files = {
    model: pinned(model),
    tokenizer: pinned(tokenizer),
    tokenizerConfig: tokenizerConfig && pinned(tokenizerConfig),
  }
  return record.kind === 'embedding'
    ? { ...record, facts: { ...record.facts, ...files } }
    : { ...record, facts: { ...record.facts, ...files } }
}

const kinds: readonly unknown[] = ['embedding', 'reranker'] satisfies ModelKind[]

function isRecord(value: unknown): value is ShelfRecord {
  return (
    value !== null &&
    typeof value === 'object' &&
    'version' in value &&
    value.version === 1 &&
    'kind' in value &&
    kinds.includes(value.kind) &&
    'facts' in value &&
    typeof value.facts === 'object' &&
    value.facts !== null
  )
}
