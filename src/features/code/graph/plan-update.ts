import type { CodeFile } from '../model/code.ts'
import type { CodeRepository } from '../model/code-graph.ts'
import type { FilePart, GraphChange } from '../ports/graph-store.ts'
import { repositoryId, sharedGraph } from './build-graph.ts'
import { fileGraph } from './file-graph.ts'
import { linkFiles } from './link-files.ts'

export type GraphUpdate = Pick<GraphChange, 'keep' | 'parts' | 'shared'>

/** Which parts of the graph a new state of the repository replaces, by the hash of each file. */
export function planUpdate(
  before: readonly Pick<CodeFile, 'path' | 'hash'>[],
  after: CodeRepository,
  links = linkFiles(after),
): GraphUpdate {
  const hashes = new Map(before.map(({ path, hash }) => [path, hash]))
  const [kept, fresh] = [
    after.files.filter(({ path, hash }) => hashes.get(path) === hash),
    after.files.filter(({ path, hash }) => hashes.get(path) !== hash),
  ]
  return {
    keep: kept.map(({ path }) => path),
    parts: { [Symbol.iterator]: () => partsOf(fresh, after.name) },
    shared: sharedGraph(after, links),
  }
}

function* partsOf(files: readonly CodeFile[], repository: string): Generator<FilePart> {
  for (const file of files) yield { file, ...fileGraph(repository, repositoryId(repository), file) }
}
