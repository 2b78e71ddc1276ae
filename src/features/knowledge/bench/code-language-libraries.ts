/**
 * Compares our detection of a code block's language with libraries from npm, on blocks whose authors name the language; the
 * name is hidden. Installs the candidates into a temporary folder; the repository does not depend on them.
 *
 *     npm run measure -- code-language-libraries <folder of unpacked packages>… [--most 1500] [--only ours,vscode] [--hostile]
 *
 * Each folder is counted separately (named-code.ts describes how packages are unpacked). An answer is right when it is any
 * name of the language that the author named: `xml` of highlight.js is right for HTML.
 */

import { basename, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { installCandidate, loadCandidate, sizeOf } from '../../../../bench/install-candidate.ts'
import { codeSigns, detectCodeLanguage } from '../code-examples/detect-code-language.ts'
import { acceptedLanguages, fairShare, type Judged, judge, readNamedDocuments } from './named-code.ts'

/** Null when it abstains. */
type Guess = (block: Judged) => string | null | Promise<string | null>
type Detector = { guess: Guess; languages: readonly string[] }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    most: { type: 'string', default: '1500' },
    only: { type: 'string' },
    hostile: { type: 'boolean', default: false },
  },
})

const makers: Readonly<Record<string, () => Promise<Detector>>> = {
  'ours, in its document': async () => ({
    guess: block => languageOrNull(block.guess),
    languages: ownLanguages,
  }),
  'ours, the block alone': async () => ({ guess: oursAlone, languages: ownLanguages }),
  '@vscode/vscode-languagedetection': () => openVscode(0),
  '@vscode/vscode-languagedetection, where it is surer than 0.2': () => openVscode(0.2),
  'ours alone, then vscode': openBoth,
  'highlight.js, common languages': () => openHighlight('highlight.js/lib/common'),
  'highlight.js, all languages': () => openHighlight('highlight.js'),
  flourite: openFlourite,
  'program-language-detector': openProgramLanguageDetector,
  'lang-detector': openLangDetector,
}

const ownLanguages = [...new Set(['html', 'xml', ...codeSigns.map(({ language }) => language)])]

async function main(): Promise<void> {
  const sets = await Promise.all(positionals.map(folder => readBlocks(resolve(folder))))
  for (const [name, make] of Object.entries(makers)) {
    if (values.only !== undefined && !values.only.split(',').some(part => name.includes(part))) continue
    const start = process.cpuUsage()
    const detector = await make()
    await detector.guess({
      package: '',
      page: '',
      code: 'print("Hello")\n'.repeat(3),
      truth: [],
      guess: 'text',
    })
    console.log(`\n${name}: ${msSince(start)} ms of processor time until the first answer`)
    for (const set of sets) await show(detector, set)
    if (values.hostile) for (const [what, code] of hostile) await showHostile(detector, what, code)
  }
}

type BlockSet = { name: string; blocks: Judged[]; plain: Judged[] }

/** "text" means no highlighting; such blocks are counted separately. */
async function readBlocks(folder: string): Promise<BlockSet> {
  const all = fairShare((await readNamedDocuments(folder)).flatMap(judge))
  const packages = new Set(all.map(block => block.package))
  const blocks = evenly(all.filter(({ truth }) => truth[0] !== 'text'))
  const plain = evenly(all.filter(({ truth }) => truth[0] === 'text'))
  console.log(
    `${basename(folder)}: ${all.length} blocks of ${packages.size} packages, ${blocks.length} and ${plain.length} judged`,
  )
  return { name: basename(folder), blocks, plain }
}

function evenly(blocks: readonly Judged[]): Judged[] {
  const step = Math.max(1, blocks.length / Number(values.most))
  return blocks.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step))
}

async function show({ guess, languages }: Detector, { name, blocks, plain }: BlockSet): Promise<void> {
  const start = process.cpuUsage()
  const judged = await judgeAll(guess, blocks)
  const perBlock = msSince(start) / Math.max(1, blocks.length)
  const known = new Set(languages.flatMap(acceptedLanguages))
  const isKnown = ({ block }: Answer) => block.truth.some(language => known.has(language))
  const answered = judged.filter(({ answer }) => answer !== null)
  const claimed = (await judgeAll(guess, plain)).filter(({ answer }) => answer !== null)
  const parts = [
    `right ${share(judged)}`,
    `JS and TS as one ${share(judged, isRightButForTypes)}`,
    `of languages it knows ${share(judged.filter(isKnown))}`,
    `answers ${percent(answered.length / judged.length)}, right of them ${share(answered)}`,
    ...lengths.map(
      ([label, least, most]) => `${label} ${share(judged.filter(answer => isOfLength(answer, least, most)))}`,
    ),
    `claims a language of ${claimed.length} of ${plain.length} called text`,
    `${perBlock.toFixed(2)} ms a block`,
  ]
  console.log(`  ${name}: ${parts.join('; ')}`)
}

const lengths = [
  ['1 line', 1, 1],
  ['2–4', 2, 4],
  ['5–14', 5, 14],
  ['15 and more', 15, Number.POSITIVE_INFINITY],
] as const

type Answer = { block: Judged; answer: string | null }

async function judgeAll(guess: Guess, blocks: readonly Judged[]): Promise<Answer[]> {
  const answers: Answer[] = []
  for (const block of blocks) answers.push({ block, answer: await guess(block) })
  return answers
}

const hostile: readonly (readonly [what: string, code: string])[] = [
  ['one line of 200,000 letters', 'a'.repeat(200_000)],
  ['200,000 brackets', '('.repeat(200_000)],
  ['30,000 statements', 'x = y(1)\n'.repeat(30_000)],
  ['20,000 open quotes and comments', '/* "\n'.repeat(20_000)],
]

async function showHostile({ guess }: Detector, what: string, code: string): Promise<void> {
  const start = process.cpuUsage()
  const block = { package: '', page: '', code, truth: [], guess: detectCodeLanguage(code).language }
  const answer = await new Promise<string | null>(resolve => resolve(guess(block))).catch(
    (error: Error) => `throws ${error.message.slice(0, 80)}`,
  )
  console.log(`  ${what}: ${answer}, ${msSince(start)} ms`)
}

function isRight({ block, answer }: Answer): boolean {
  return answer !== null && acceptedLanguages(answer).some(language => block.truth.includes(language))
}

function isRightButForTypes({ block, answer }: Answer): boolean {
  const untyped = (language: string) => (language === 'typescript' ? 'javascript' : language)
  return (
    answer !== null &&
    acceptedLanguages(answer).some(name => block.truth.map(untyped).includes(untyped(name)))
  )
}

function isOfLength({ block }: Answer, least: number, most: number): boolean {
  const lines = block.code.trim().split('\n').length
  return lines >= least && lines <= most
}

function share(answers: readonly Answer[], isGood = isRight): string {
  return `${percent(answers.filter(isGood).length / answers.length)} of ${answers.length}`
}

function percent(part: number): string {
  return `${(part * 100).toFixed(1)} %`
}

function msSince(start: NodeJS.CpuUsage): number {
  const { user, system } = process.cpuUsage(start)
  return Math.round((user + system) / 1000)
}

function oursAlone({ code }: Judged): string | null {
  return languageOrNull(detectCodeLanguage(code).language)
}

function languageOrNull(language: string): string | null {
  return /^(?:text|plaintext|unknown)$/.test(language) ? null : language
}

/** Our names for the file extensions that the model returns. */
const extensions: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    'asm c css dart go groovy html ini java json lisp lua makefile matlab php prolog r scala sql swift toml xml yaml cmake csv dockerfile'
      .split(' ')
      .map(id => [id, id]),
  ),
  ...{
    bat: 'batch',
    cs: 'csharp',
    cpp: 'cpp',
    clj: 'clojure',
    cbl: 'cobol',
    coffee: 'coffeescript',
    dm: 'dm',
    ex: 'elixir',
    erl: 'erlang',
  },
  ...{
    f90: 'fortran',
    hs: 'haskell',
    js: 'javascript',
    jl: 'julia',
    kt: 'kotlin',
    md: 'markdown',
    mm: 'objectivec',
    ml: 'ocaml',
  },
  ...{
    pas: 'pascal',
    pm: 'perl',
    ps1: 'powershell',
    py: 'python',
    rb: 'ruby',
    rs: 'rust',
    sh: 'bash',
    tex: 'latex',
    ts: 'typescript',
    v: 'verilog',
    vba: 'vba',
  },
}

async function openVscode(least: number): Promise<Detector> {
  const home = installed('@vscode/vscode-languagedetection@1.0.23')
  const { ModelOperations } = await loadCandidate(home, '@vscode/vscode-languagedetection')
  // SAFETY: the documented interface of the pinned version.
  const Model = ModelOperations as new (
    options: object,
  ) => { runModel: (code: string) => Promise<{ languageId: string; confidence: number }[]> }
  // By default it rejects text shorter than 20 characters, which is common in documentation.
  const model = new Model({ minContentSize: 1 })
  const guess: Guess = async ({ code }) => {
    const [best] = await model.runModel(code)
    return best === undefined || best.confidence < least
      ? null
      : (extensions[best.languageId] ?? best.languageId)
  }
  return { guess, languages: Object.values(extensions) }
}

async function openBoth(): Promise<Detector> {
  const vscode = await openVscode(0)
  return {
    guess: block => oursAlone(block) ?? vscode.guess(block),
    languages: [...ownLanguages, ...vscode.languages],
  }
}

type Highlighter = {
  highlightAuto: (code: string, languages: string[]) => { language?: string }
  listLanguages: () => string[]
}

/** The entry points share one list: the common languages are those present before all are loaded. */
async function openHighlight(entry: string): Promise<Detector> {
  const loaded = await loadCandidate(installed('highlight.js@11.12.0'), entry)
  // SAFETY: the default export of highlight.js.
  const { highlightAuto, listLanguages } = loaded.default as Highlighter
  const languages = listLanguages()
  return {
    guess: ({ code }) => named(highlightAuto(code, languages).language),
    languages: languages.map(language => named(language) ?? 'text'),
  }
}

/** highlight.js uses one name for HTML and XML. */
function named(language = 'text'): string | null {
  return languageOrNull(language === 'xml' ? 'svg' : language)
}

async function openFlourite(): Promise<Detector> {
  const { default: detect } = await loadCandidate(installed('flourite@1.3.0'), 'flourite')
  // SAFETY: the documented interface of the pinned version.
  const flourite = detect as (
    code: string,
    options: object,
  ) => { language: string; statistics: Record<string, number> }
  const languages = Object.keys(flourite('', {}).statistics).map(language => language.toLowerCase())
  return { guess: ({ code }) => languageOrNull(flourite(code, { shiki: true }).language), languages }
}

async function openProgramLanguageDetector(): Promise<Detector> {
  const { detect } = await loadCandidate(
    installed('program-language-detector@0.0.12'),
    'program-language-detector',
  )
  // SAFETY: the documented interface of the pinned version.
  return byName(detect as (code: string) => string)
}

async function openLangDetector(): Promise<Detector> {
  const { default: detect } = await loadCandidate(installed('lang-detector@1.0.6'), 'lang-detector')
  // SAFETY: the documented interface of the pinned version.
  return byName(detect as (code: string) => string)
}

function byName(detect: (code: string) => string): Detector {
  const languages = 'javascript c c++ python java html css ruby go php'.split(' ')
  return { guess: ({ code }) => languageOrNull(detect(code).toLowerCase()), languages }
}

function installed(candidate: string): string {
  const home = installCandidate([candidate])
  console.log(`${candidate}: ${JSON.stringify(sizeOf(home))} installed`)
  return home
}

await main()
