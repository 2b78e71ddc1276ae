import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Source } from '../test/manuscripts/make-sources.ts'

/**
 * The papers of `papers.bib`, by the name of their file, and how a text names their authors. One paper is left out: its
 * printed numbers are one less than the count of pages, so that a wrong page by one count is right by the other.
 */
const papers = [
  ['aho-corasick-string-matching', 'aho1975', 'Aho and Corasick'],
  ['communicating-sequential-processes-paper', 'hoare1978', 'Hoare'],
  ['copysets-reducing-the-frequency-of-data-loss-in-cloud-storage', 'cidon2013', 'Cidon et al.'],
  ['essentia', 'bogdanov2013', 'Bogdanov et al.'],
  ['harvest-yield-and-scalable-tolerant-systems', 'fox1999', 'Fox and Brewer'],
  ['how-the-hidden-hand-shapes-the-market-for-software-reliability', 'birman2006', 'Birman et al.'],
  ['implementing-the-omega-failure-detector-in-crash-recovery-failure-model', 'martin2009', 'Martín et al.'],
  [
    'megastore-providing-scalable-highly-available-storage-for-interactive-services',
    'baker2011',
    'Baker et al.',
  ],
  ['mesos-a-platform-for-fine-grained-resource-sharing-in-the-data-center', 'hindman2011', 'Hindman et al.'],
  [
    'network-challenges-of-data-recovery-in-erasure-coded-distributed-storage-systems',
    'rashmi2013',
    'Rashmi et al.',
  ],
  ['pdfminer-naacl06-shinyama', 'shinyama2006', 'Shinyama and Sekine'],
  [
    'scatteralloc-massively-parallel-dynamic-memory-allocation-for-the-gpu',
    'steinberger2012',
    'Steinberger et al.',
  ],
  ['simple-testing-can-prevent-most-critical-failures', 'yuan2014', 'Yuan et al.'],
  ['unstructured-multi-column', 'karpukhin2020', 'Karpukhin et al.'],
] as const

/**
 * Real papers as sources of quotations. Sentences are read by `pdftotext -raw`, page numbers are those that a person
 * read (bench/truth/printed-pages.json), so that neither comes from the converter that is measured.
 */
export function readPapers(folder: string): Source[] {
  const printed = readPrinted()
  return papers.map(([name, citekey, family]) => {
    const labels = printed.get(`papers/${name}.pdf`) ?? []
    const texts = execFileSync('pdftotext', ['-raw', join(folder, `${name}.pdf`), '-'], {
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    })
      .toString()
      .normalize('NFKC')
      .split('\f')
    const whole = texts.join('\n')
    return {
      citekey,
      author: { family, given: 'X' },
      year: Number(citekey.slice(-4)),
      title: name,
      pages: texts.flatMap((text, index) => {
        const label = labels.some(one => one !== null) ? labels[index] : String(index + 1)
        return typeof label === 'string'
          ? neighbours(text, whole).map(sentences => ({ label, sentences }))
          : []
      }),
    }
  })
}

function readPrinted(): Map<string, (string | null)[]> {
  const path = join(import.meta.dirname, '../../../../bench/truth/printed-pages.json')
  // SAFETY: the file is committed and has this shape.
  const files = JSON.parse(readFileSync(path, 'utf8')) as { file: string; pages: (string | null)[] }[]
  return new Map(files.map(({ file, pages }) => [file, pages]))
}

/** Groups of at least two sentences that follow each other on a page. Its first and last may go on on another page. */
function neighbours(text: string, whole: string): string[][] {
  const groups: string[][] = [[]]
  for (const sentence of text.split(/(?<=[a-z]{2}\.)\s+(?=[A-Z])/).slice(1, -1)) {
    const words = joinLines(sentence, whole)
    if (words !== null && isPlain(words)) groups.at(-1)?.push(words)
    else groups.push([])
  }
  return groups.filter(group => group.length > 1)
}

/** Without hyphens at the ends of lines; null when the paper does not show whether the word has one. */
function joinLines(sentence: string, whole: string): string | null {
  let isSure = true
  const joined = sentence.replace(/([\p{L}]+)-\n([\p{L}]+)/gu, (_, before: string, after: string) => {
    const [closed, hyphened] = [`${before}${after}`, `${before}-${after}`].map(word =>
      new RegExp(`(?<![\\p{L}-])${word}(?![\\p{L}-])`, 'iu').test(whole),
    )
    isSure &&= closed !== hyphened
    return closed ? `${before}${after}` : `${before}-${after}`
  })
  return isSure && !/-\n/.test(joined) ? joined.replace(/\s+/g, ' ').trim() : null
}

/**
 * A sentence of ordinary words: no figures, formulas, references or signs, which people copy with changes, and no words
 * in capitals near its beginning, where a heading or a caption may stand before it.
 */
function isPlain(sentence: string): boolean {
  const words = sentence.split(' ')
  return (
    words.length >= 9 &&
    words.length <= 40 &&
    /^[A-Z][A-Za-z ,;’'–—-]+\.$/.test(sentence) &&
    !words.slice(1, 7).some(word => /^[A-Z]/.test(word)) &&
    !words.slice(1).some(word => /^\p{L}$/u.test(word) && word !== 'a')
  )
}
