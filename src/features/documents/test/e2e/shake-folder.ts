import { copyFile, mkdir, rename, rm, utimes, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { type Random, seededRandom } from '../../../../app/eval/seeded-random.ts'

/** The number of operations by kind. */
export type Shaken = Record<string, number>

const words = 'river stone paper lantern orchard signal harbour winter copper thread'.split(' ')

/** Creates small notes in a few folders, some with a title. */
export async function makeFolder(folder: string, count: number, seed: number): Promise<Set<string>> {
  const random = seededRandom(seed)
  const files = new Set<string>()
  for (let index = 0; index < count; index++) {
    const name = join(`part-${index % 10}`, `note-${index}.${index % 3 === 0 ? 'txt' : 'md'}`)
    await write(join(folder, name), textOf(name, random))
    files.add(name)
  }
  return files
}

/**
 * Changes, renames, copies, swaps and deletes files and folders at random until the time is over. The seed fixes the
 * order of operations, but not their number.
 */
export async function shakeFolder(
  folder: string,
  files: Set<string>,
  { seed, ms, pauseMs }: { seed: number; ms: number; pauseMs: number },
): Promise<Shaken> {
  const random = seededRandom(seed)
  const done: Shaken = {}
  const until = performance.now() + ms
  const at = (name: string) => join(folder, name)
  const any = () => random.pick([...files])
  let made = 0
  const another = () =>
    `part-${random.below(12)}/${random.pick(['', 'deep/'])}new-${++made}.${random.pick(['md', 'txt'])}`
  const move = async (from: string, to: string) => {
    await mkdir(dirname(at(to)), { recursive: true })
    await rename(at(from), at(to))
    files.delete(from)
    files.add(to)
  }
  const deeds: Record<string, () => Promise<void>> = {
    async add() {
      const name = another()
      await write(at(name), textOf(name, random))
      files.add(name)
    },
    async change() {
      const name = any()
      await write(at(name), textOf(name, random))
    },
    async saveByRename() {
      const name = any()
      await write(at(`${name}.tmp`), textOf(name, random))
      await rename(at(`${name}.tmp`), at(name))
    },
    async writeSlowly() {
      const name = any()
      const text = textOf(name, random)
      await writeFile(at(name), text.slice(0, text.length / 2))
      await pause(pauseMs)
      await writeFile(at(name), text)
    },
    touch: () => utimes(at(any()), new Date(), new Date()),
    async move() {
      const from = any()
      await move(from, another().replace(/\.\w+$/, /\.\w+$/.exec(from)?.[0] ?? '.md'))
    },
    overwrite: () => move(any(), any()),
    async copy() {
      const name = another()
      await mkdir(dirname(at(name)), { recursive: true })
      await copyFile(at(any()), at(name))
      files.add(name)
    },
    async swap() {
      const [one, other] = [any(), any()]
      await rename(at(one), at(`${one}.swap`))
      if (one !== other) await rename(at(other), at(one))
      await rename(at(`${one}.swap`), at(other))
    },
    async remove() {
      const name = any()
      await rm(at(name))
      files.delete(name)
    },
    async moveFolder() {
      const from = dirname(any())
      const to = `part-${random.below(12)}/moved-${++made}`
      if (from === '.' || to.startsWith(`${from}/`)) return
      await mkdir(dirname(at(to)), { recursive: true })
      await rename(at(from), at(to))
      for (const name of [...files].filter(name => name.startsWith(`${from}/`))) {
        files.delete(name)
        files.add(`${to}${name.slice(from.length)}`)
      }
    },
    async removeFolder() {
      const gone = dirname(any())
      const inside = [...files].filter(name => name.startsWith(`${gone}/`))
      if (inside.length > 40) return
      await rm(at(gone), { recursive: true })
      for (const name of inside) files.delete(name)
    },
    async distract() {
      await write(at(`part-0/.hidden-${++made}.md`), 'not for the library')
      await write(at(`node_modules/thing-${made}/readme.md`), 'not for the library')
      await write(at(`part-1/unknown-${made}.bin`), 'not for the library')
    },
  }
  const names = Object.keys(deeds).flatMap(name => Array<string>(name.endsWith('Folder') ? 1 : 6).fill(name))
  // A slow machine needs longer for the minimum number of operations.
  while (performance.now() < until || Object.keys(done).length <= 10) {
    const name = random.pick(names)
    await deeds[name]?.()
    done[name] = (done[name] ?? 0) + 1
    await pause(random.below(2 * pauseMs))
  }
  return done
}

async function write(path: string, text: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true })
  await writeFile(path, text)
}

function textOf(name: string, random: Random): string {
  const sentence = () =>
    `The ${random.pick(words)} by the ${random.pick(words)} is number ${random.below(1e6)}.`
  const paragraphs = Array.from({ length: 1 + random.below(4) }, () => `${sentence()} ${sentence()}`)
  const heading = random.below(2) === 0 ? [`# About ${random.pick(words)} ${random.below(1000)}`] : []
  return [...(name.endsWith('.md') ? heading : []), ...paragraphs].join('\n\n')
}
