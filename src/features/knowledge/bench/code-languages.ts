/**
 * Measures how often the language of a code block is detected correctly when its author named it and the name is hidden.
 *
 *     npm run measure -- code-languages <folder of unpacked packages>… [--part held-out] [--misses 40 --of html:xml]
 *
 * Counts at most 60 blocks per language and package, and each text once, so that no large package dominates. Confusions are
 * shown only for the packages that signs are developed with (`--part development`, the default).
 */

import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { codeSigns } from '../code-examples/detect-code-language.ts'
import {
  fairShare,
  isHeldOut,
  type Judged,
  judge,
  type NamedDocument,
  readNamedDocuments,
} from './named-code.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    part: { type: 'string', default: 'development' },
    misses: { type: 'string', default: '0' },
    of: { type: 'string' },
  },
})

async function main(): Promise<void> {
  const all: NamedDocument[] = []
  for (const folder of positionals) all.push(...(await readNamedDocuments(resolve(folder))))
  const documents = all.filter(document => values.part === 'all' || partOf(document) === values.part)
  const named = fairShare(documents.flatMap(judge))
  // "text" means no highlighting: sessions, settings and data have it as often as prose.
  const blocks = named.filter(({ truth }) => truth[0] !== 'text')
  const packages = [...Map.groupBy(blocks, block => block.package).values()]
  console.log(`${documents.length} documents of ${packages.length} packages`)
  console.log(`all: ${shareOf(blocks, isRight)}`)
  console.log(`JavaScript and TypeScript as one: ${shareOf(blocks, isRightButForTypes)}`)
  console.log(`languages that have signs: ${shareOf(blocks.filter(hasSigns), isRight)}`)
  console.log(
    `called text: ${shareOf(
      named.filter(({ truth }) => truth[0] === 'text'),
      isRight,
    )}`,
  )
  showPackages(packages.filter(some => some.length >= 5))
  showLanguages(blocks)
  if (values.part === 'development') showMisses(blocks)
}

function partOf(document: NamedDocument): string {
  return isHeldOut(document.package) ? 'held-out' : 'development'
}

function isRight({ truth, guess }: Judged): boolean {
  return truth.includes(guess)
}

function isRightButForTypes(block: Judged): boolean {
  const untyped = (language: string) => (language === 'typescript' ? 'javascript' : language)
  return block.truth.map(untyped).includes(untyped(block.guess))
}

const known = new Set(['html', 'xml', ...codeSigns.map(({ language }) => language)])

function hasSigns({ truth }: Judged): boolean {
  return truth.some(language => known.has(language))
}

function shareOf(blocks: readonly Judged[], isGood: (block: Judged) => boolean): string {
  const good = blocks.filter(isGood).length
  return `${good} of ${blocks.length} (${percent(good / blocks.length)})`
}

function percent(share: number): string {
  return `${(share * 100).toFixed(1)} %`
}

function showPackages(packages: readonly Judged[][]): void {
  const shares = packages
    .map(some => some.filter(isRight).length / some.length)
    .sort((one, other) => one - other)
  const mean = shares.reduce((sum, share) => sum + share, 0) / shares.length
  console.log(`by package: mean ${percent(mean)}, median ${percent(shares[shares.length >> 1] ?? 1)}`)
}

function showLanguages(blocks: readonly Judged[]): void {
  for (const [language, some] of bySize(blocks, ({ truth }) => truth[0] ?? '')) {
    const wrong = bySize(
      some.filter(block => !isRight(block)),
      ({ guess }) => guess,
    )
    const taken = wrong.slice(0, 6).map(([guess, { length }]) => `${guess} ${length}`)
    console.log(
      `  ${language}: ${shareOf(some, isRight)}  ${values.part === 'development' ? taken.join(', ') : ''}`,
    )
  }
}

function bySize(blocks: readonly Judged[], keyOf: (block: Judged) => string): [string, Judged[]][] {
  return [...Map.groupBy(blocks, keyOf)].sort((one, other) => other[1].length - one[1].length)
}

function showMisses(blocks: readonly Judged[]): void {
  const [truth, guess] = (values.of ?? '').split(':')
  const wrong = blocks.filter(
    block => !isRight(block) && (!truth || block.truth[0] === truth) && (!guess || block.guess === guess),
  )
  const step = Math.max(1, wrong.length / Number(values.misses))
  for (let index = 0; index < Number(values.misses) && index * step < wrong.length; index++) {
    const block = wrong[Math.floor(index * step)]
    if (block !== undefined)
      console.log(
        `${block.package} [${block.guess}, not ${block.truth[0]}] ${JSON.stringify(block.code.slice(0, 260))}`,
      )
  }
}

await main()
