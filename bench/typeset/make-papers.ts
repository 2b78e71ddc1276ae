import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { composePaper } from './compose-paper.ts'
import { describeTruth, type Truth } from './describe-truth.ts'
import { type PaperClass, paperClasses } from './paper-classes.ts'
import { writeLatex } from './write-latex.ts'

export type TypesetPaper = { truth: Truth; pdf: string }

/** Papers and their truths are kept here between runs; the file names carry a hash of the source. */
export const cacheFolder = join(tmpdir(), 'quire-typeset')

/** Why papers cannot be typeset here; null when they can. */
export function whyNoTypesetting(): string | null {
  const missing = [
    'IEEEtran.cls',
    'acmart.cls',
    'revtex4-2.cls',
    'llncs.cls',
    'tikz.sty',
    'lmodern.sty',
  ].filter(file => run('kpsewhich', [file]) === '')
  if (run('pdflatex', ['--version']) !== '' && missing.length === 0) return null
  const what = missing.length > 0 ? `LaTeX with ${missing.join(', ')}` : 'pdflatex'
  return `${what} is not installed (Debian: texlive-publishers texlive-latex-extra texlive-fonts-recommended lmodern)`
}

/** Typesets a paper of every class for each seed, or takes it from the cache. Every fourth seed has few floats. */
export async function makePapers(options: {
  seeds: readonly number[]
  only?: string | undefined
  note(message: string): void
}): Promise<TypesetPaper[]> {
  await mkdir(cacheFolder, { recursive: true })
  const papers: TypesetPaper[] = []
  for (const paperClass of paperClasses)
    for (const seed of options.seeds) {
      const name = `${paperClass.name}-${seed}`
      if (options.only === undefined || name.includes(options.only))
        papers.push(await makePaper(paperClass, seed, options.note))
    }
  return papers
}

async function makePaper(
  paperClass: PaperClass,
  seed: number,
  note: (message: string) => void,
): Promise<TypesetPaper> {
  const place = paperClasses.indexOf(paperClass)
  const firstPage = [203, 465, 1][seed % 3] ?? 1
  const density = seed % 4 === 0 ? 0.15 : 1
  const paper = composePaper({ ...paperClass, seed: 1_000 * seed + place, firstPage, density })
  const source = writeLatex(paper, paperClass, seed)
  const truth = describeTruth(paper, paperClass, seed)
  const hash = createHash('sha256').update(source).digest('hex').slice(0, 12)
  const name = `${paperClass.name}-${seed}-${hash}`
  const pdf = join(cacheFolder, `${name}.pdf`)
  if (!existsSync(pdf)) {
    note(`typesetting ${paperClass.name}, seed ${seed}`)
    await typeset(name, source)
  }
  await writeFile(join(cacheFolder, `${name}.truth.json`), `${JSON.stringify(truth, null, 1)}\n`)
  return { truth, pdf }
}

/** The second and third runs place what the first one wrote into auxiliary files. */
async function typeset(name: string, source: string): Promise<void> {
  const folder = join(cacheFolder, name)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'paper.tex'), source)
  for (let pass = 0; pass < 3; pass++)
    if (run('pdflatex', ['-interaction=batchmode', '-halt-on-error', 'paper.tex'], folder) === '') {
      const log = await readFile(join(folder, 'paper.log'), 'latin1').catch(() => '')
      throw new Error(`pdflatex failed in ${folder}: ${/^!.*$/m.exec(log)?.[0] ?? 'there is no log'}`)
    }
  await rename(join(folder, 'paper.pdf'), join(cacheFolder, `${name}.pdf`))
}

/** The output of a program; empty when it fails or does not exist. */
function run(program: string, options: readonly string[], folder?: string): string {
  try {
    return execFileSync(program, options, {
      encoding: 'latin1',
      stdio: ['ignore', 'pipe', 'ignore'],
      // A fixed date makes the output independent of the day on which it is made.
      env: {
        ...process.env,
        SOURCE_DATE_EPOCH: '1780000000',
        FORCE_SOURCE_DATE: '1',
        max_print_line: '1000',
      },
      ...(folder === undefined ? {} : { cwd: folder }),
    })
  } catch {
    return ''
  }
}
