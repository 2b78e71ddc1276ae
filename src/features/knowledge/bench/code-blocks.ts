/**
 * Measures how the code blocks of a folder of HTML pages are converted: whether a block is lost, and whether its language is
 * right.
 *
 *     npm run measure -- code-blocks <html folder> [--pages <glob>] [--sample 50 --blind]
 *     npm run measure -- code-blocks <html folder> --labels src/features/knowledge/test/corpus/code-languages.json --site git-doc
 *
 * Compares with the language that the page names, or with the label for blocks that were labelled by hand. `--sample` prints
 * that many blocks without a named language, evenly spread, for labelling; `--blind` without the detected language. With
 * labels, only pages with labels are read.
 */

import { globSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { htmlConverter } from '../../../adapters/converters/web/html.ts'
import { parseHtml, textOf } from '../../../adapters/converters/web/parse-html.ts'
import { namedLanguage, removeLineNumbers } from '../../../adapters/converters/web/set-code-aside.ts'
import { findCodeExamples } from '../code-examples/find-code-examples.ts'
import { languageNamed } from '../code-examples/language-names.ts'

type Label = { site: string; page: string; ordinal: number; language: string }
type Found = { page: string; ordinal: number; code: string; language: string; named: string | null }

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    labels: { type: 'string' },
    sample: { type: 'string' },
    blind: { type: 'boolean', default: false },
    site: { type: 'string', default: '' },
    pages: { type: 'string', default: '**/*.html' },
  },
})
const folder = resolve(positionals[0] ?? '/usr/share/doc/python3-doc/html')
const { signal } = new AbortController()

async function main(): Promise<void> {
  const blocks: Found[] = []
  let inPages = 0
  const labels = values.labels === undefined ? null : readLabels(values.labels)
  const pages = labels?.map(({ page }) => page) ?? globSync(values.pages, { cwd: folder })
  for (const page of [...new Set(pages)].sort()) {
    const { found, count } = await readPage(page)
    blocks.push(...found)
    inPages += count
    if (found.length !== count) console.log(`${page}: ${count} blocks in the page, ${found.length} found`)
  }
  console.log(`${folder}: ${inPages} blocks in the pages, ${blocks.length} found`)
  const named = blocks.filter(block => block.named !== null)
  count('named by the page', named, block => block.named ?? '')
  if (labels !== null) countLabelled(blocks, labels)
  if (values.sample !== undefined) show(blocks.filter(block => block.named === null))
}

function readLabels(path: string): Label[] {
  // SAFETY: the file is part of the repository.
  const labels = JSON.parse(readFileSync(path, 'utf8')) as Label[]
  return labels.filter(({ site }) => site === values.site)
}

function countLabelled(blocks: readonly Found[], labels: readonly Label[]): void {
  const key = ({ page, ordinal }: { page: string; ordinal: number }) => `${page} ${ordinal}`
  const byPlace = new Map(labels.map(label => [key(label), label.language]))
  const labelled = blocks.filter(block => byPlace.has(key(block)))
  count('labelled by hand', labelled, block => byPlace.get(key(block)) ?? '')
}

async function readPage(page: string): Promise<{ found: Found[]; count: number }> {
  const bytes = readFileSync(resolve(folder, page))
  const raw = {
    source: `http://site.example/${page}`,
    name: page,
    bytes,
    mediaType: 'text/html',
    charset: null,
    lastModified: null,
    fileType: null,
  }
  const { markdown, outline } = await htmlConverter.convert(
    raw,
    { password: null, ocrLanguages: [], siteLinks: 'words' },
    { signal, progress: () => {} },
  )
  const examples = findCodeExamples({ id: page, markdown, outline })
  const $ = await parseHtml(bytes.toString())
  removeLineNumbers($)
  const pres = $('pre')
    .toArray()
    .filter(pre => textOf(pre).trim() !== '' && $(pre).parents('pre').length === 0)
  const names = new Map(pres.map(pre => [squeezed(textOf(pre)), languageNamed(namedLanguage($, pre))]))
  const found = examples.map(({ ordinal, code, language }) => {
    return { page, ordinal, code, language, named: names.get(squeezed(code)) ?? null }
  })
  return { found, count: pres.length }
}

function squeezed(text: string): string {
  return text.replace(/\s+/g, ' ').trim()
}

function count(name: string, blocks: readonly Found[], truthOf: (block: Found) => string): void {
  const wrong = blocks.filter(block => !truthOf(block).split('|').includes(block.language))
  const share = blocks.length === 0 ? 1 : 1 - wrong.length / blocks.length
  console.log(
    `${name}: ${blocks.length - wrong.length} of ${blocks.length} right (${(share * 100).toFixed(1)} %)`,
  )
  for (const block of wrong.slice(0, 40))
    console.log(
      `  ${block.page} ${block.ordinal}: ${block.language}, not ${truthOf(block)}: ${JSON.stringify(block.code.slice(0, 80))}`,
    )
}

function show(blocks: readonly Found[]): void {
  const wanted = Number(values.sample)
  const step = Math.max(1, blocks.length / wanted)
  console.log(`${blocks.length} blocks without a named language`)
  for (let index = 0; index < wanted && index * step < blocks.length; index++) {
    const block = blocks[Math.floor(index * step)]
    if (block !== undefined)
      console.log(
        `${block.page} ${block.ordinal}${values.blind ? '' : ` [${block.language}]`} ${JSON.stringify(block.code.slice(0, 220))}`,
      )
  }
}

await main()
