import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Value, World } from '../../../../../test/contract/world.ts'
import { ingestToEnd } from '../../../../../test/support/ingest-to-end.ts'
import { seededRandom } from '../../../../app/eval/seeded-random.ts'
import { problems } from '../../manuscript/check-quotation.ts'
import { addProject } from '../library.ts'
import { type Judged, judge } from './judge.ts'
import { type DraftManuscript, makeManuscript, type Shape } from './make-manuscript.ts'
import { makeSources, type Source, writeBibliography, writeSource } from './make-sources.ts'
import { type Marks, writeDocx, writeMarkdown, writePdf, writePlain, writeTex } from './write-manuscript.ts'

export const formats = ['docx', 'md', 'tex', 'pdf', 'txt'] as const
export type Format = (typeof formats)[number]

export type Stock = { project: string; sources: Source[]; folder: string }

/** Ingests generated sources, all or the first ones, into a new project. */
export async function stockProject(world: World, seed: number, count?: number): Promise<Stock> {
  const folder = join(world.folder, `sources-${seed}`)
  await mkdir(folder, { recursive: true })
  const sources = makeSources(seededRandom(seed)).slice(0, count)
  for (const source of sources) await writeFile(join(folder, `${source.citekey}.pdf`), writeSource(source))
  const references = join(world.folder, `sources-${seed}.bib`)
  await writeFile(references, writeBibliography(sources))
  const project = await addProject(world, `manuscripts/${seed}`, { references })
  await ingestToEnd(world, { project, source: folder, options: { references_path: references } })
  return { project, sources, folder }
}

export function contentOf(
  format: Format,
  draft: DraftManuscript,
  seed: number,
  marks: Marks,
): string | Uint8Array {
  const write = { random: seededRandom(seed), marks }
  if (format === 'docx') return writeDocx(draft, write)
  if (format === 'md') return writeMarkdown(draft, write)
  if (format === 'tex') return writeTex(draft, write)
  return format === 'pdf' ? writePdf(draft, write) : writePlain(draft, write).join('\n\n')
}

/** Makes a manuscript, checks it, and compares the verdicts with what it was made to contain. */
export async function checkMade(
  world: World,
  { project, sources }: Stock,
  made: { format: Format; seed: number; marks?: Marks; shapes?: readonly Shape[]; more?: object },
): Promise<Judged & { value: Value; draft: DraftManuscript; path: string }> {
  const { format, seed, marks = 'en' } = made
  const draft = makeManuscript(sources, seededRandom(seed), made.shapes)
  const path = join(world.folder, `paper-${seed}.${format}`)
  await writeFile(path, contentOf(format, draft, seed, marks))
  const value = await world.call('verify_manuscript', { project, path, ...made.more })
  return { ...judge(value.items, draft.truths, problems), value, draft, path }
}
