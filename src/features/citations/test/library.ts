import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { World } from '../../../../test/contract/world.ts'
import { hashEmbedder } from '../../../adapters/embedders/hash.ts'

/** A small shelf: three texts, references for two of them, and one unreadable file. */
export async function writeShelf(
  world: World,
  name = 'shelf',
): Promise<{ folder: string; references: string }> {
  const folder = join(world.folder, name)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'clean.md'), cleanText)
  await writeFile(join(folder, 'paper-making.md'), paperText)
  await writeFile(join(folder, 'stray.md'), strayText)
  const references = join(world.folder, `${name}.bib`)
  await writeFile(references, bibliography)
  return { folder, references }
}

export const cleanText = `# Clean Architecture

## Part I

### Entities

Entities and value objects are distinct: an entity has an identity that outlives its attributes.

## Part II

### Boundaries

Boundaries separate what matters from what does not, so that details can wait.
`

const paperText = `# The Making of Paper by Hand

## Sizing

Gelatine sizing keeps ink from spreading in the sheet.
`

const strayText = `# A stray note

Nobody has recorded where this note about owls came from.
`

const bibliography = `@book{cleanArchitecture2017,
  author = {Martin, Robert C.},
  title = {Clean Architecture},
  year = {2017},
  publisher = {Prentice Hall},
  doi = {10.1000/XYZ123},
  keywords = {architecture, design},
  language = {en-US},
}
@article{broken2020, title = {never closed
@article{hunter1947,
  author = {Hunter, Dard and van Gogh, Vincent},
  title = {The Making of Paper by Hand},
  journal = {Paper History},
  year = {1947},
  url = {https://example.org/hunter},
  keywords = {paper, design},
}
`

/** Adds a project with a name that no other test uses. */
export async function addProject(
  world: World,
  id: string,
  change: Parameters<World['wired']['engine']['projects']['add']>[1] = {},
): Promise<string> {
  await world.wired.engine.projects.add(id, change)
  return id
}

const embedder = hashEmbedder()

/** Chunks with the vectors of the test embedder. */
export async function chunksWith(
  texts: readonly string[],
  metadata: (index: number) => object = () => ({}),
): Promise<{ id: string; text: string; embedding: number[]; metadata: object }[]> {
  const vectors = await embedder.embedDocuments(texts, new AbortController().signal)
  return texts.map((text, index) => ({
    id: `chunk-${index}`,
    text,
    embedding: [...(vectors[index] ?? [])],
    metadata: metadata(index),
  }))
}
