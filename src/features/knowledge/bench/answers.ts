/**
 * Measures agent_query without a language model, on questions whose answers are known:
 *
 *     npm run measure -- answers [--python <html folder of python3-doc>] [--handbook <en-US folder of
 *       debian-handbook>] [--samples] [--home <where to keep the libraries>]
 *       [--kept <home that npm run measure -- site kept> --questions <file>]
 *
 * Prints a line per question and the totals in docs/decisions/008. Uses the real embedding model.
 */

import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { callTool } from '../../../../bench/call-tool.ts'
import { testProcess, type Value } from '../../../../test/contract/world.ts'
import { questions as sampleQuestions } from '../../../../test/corpus/questions.ts'
import { readConfig } from '../../../app/config/read-config.ts'
import { wire } from '../../../app/wire.ts'
import {
  type AnswerQuestion,
  answerQuestions,
  handbookPages,
  handbookQuestions,
  nearDevelopment,
  nearQuestions,
  pages,
  unansweredBySamples,
} from '../test/corpus/questions.ts'

const { values } = parseArgs({
  options: {
    python: { type: 'string' },
    handbook: { type: 'string' },
    samples: { type: 'boolean', default: false },
    home: { type: 'string' },
    kept: { type: 'string' },
    questions: { type: 'string' },
  },
})
const root = join(import.meta.dirname, '../../../..')
const home = values.home ?? (await mkdtemp(join(tmpdir(), 'quire-answers-')))

if (values.python !== undefined) await surveyPython(values.python)
if (values.handbook !== undefined) await surveyHandbook(values.handbook)
if (values.samples) await surveySamples()
if (values.kept !== undefined && values.questions !== undefined)
  await surveyKept(values.kept, values.questions)
if (values.home === undefined) await rm(home, { recursive: true })

async function surveyPython(folder: string): Promise<void> {
  const files = pages.map(page => resolve(folder, page))
  await survey('python3-doc', { place: join(home, 'python'), files }, answerQuestions)
  await survey('python3-doc, near its subject', { place: join(home, 'python'), files }, nearQuestions)
  await survey('python3-doc, development', { place: join(home, 'python'), files }, nearDevelopment)
}

async function surveyHandbook(folder: string): Promise<void> {
  const files = handbookPages.map(page => resolve(folder, page))
  await survey('debian-handbook', { place: join(home, 'handbook'), files }, handbookQuestions)
}

async function surveySamples(): Promise<void> {
  const files = ['field-guide.pdf', 'four-inks.epub', 'bench-notes.md', 'glossary.txt', 'letterpress.html']
    .concat(['paper-sizes.csv', 'reading-a-sheet.docx'])
    .map(name => join(root, 'samples', name))
  await survey('samples (the rule was chosen on these)', { place: join(home, 'samples'), files }, [
    ...sampleQuestions.map(({ id, question, file }) => ({ id, question, pages: [file] })),
    ...unansweredBySamples.map(({ id, question }) => ({ id, question, pages: [] })),
  ])
}

async function surveyKept(place: string, file: string): Promise<void> {
  // SAFETY: the file is part of the repository, or its author sees errors in the output.
  const questions = JSON.parse(await readFile(resolve(file), 'utf8')) as AnswerQuestion[]
  await survey(basename(file), { place: resolve(place), files: [] }, questions)
}

async function survey(
  name: string,
  { place, files }: { place: string; files: readonly string[] },
  questions: readonly AnswerQuestion[],
): Promise<void> {
  const process = testProcess(root, ['--home', place, '--toolsets', 'knowledge'])
  const wired = await wire(await readConfig(process), process, { quietLevel: 'error' })
  if (files.length > 0) {
    await callTool(wired, 'ingest_documents', { file_paths: files })
    // Passages are found by words before they have vectors.
    await wired.engine.vectors.settle(new AbortController().signal, () => {})
  }
  console.log(`\n## ${name}: ${questions.length} questions\n`)
  const sums = { verbatim: 0, sentences: 0, refused: 0, onPage: 0, answerable: 0, saidSo: 0, unanswerable: 0 }
  let ms = 0
  for (const { id, question, pages } of questions) {
    const startedAt = performance.now()
    const answer = await callTool(wired, 'agent_query', { query: question })
    ms += performance.now() - startedAt
    const sources: string[] = answer.citations.map((citation: Value) => citation.source)
    const isOnPage = pages.some(page => sources.some(source => source.endsWith(page)))
    for (const sentence of answer.sentences) {
      sums.sentences += 1
      const passages = answer.citations.filter((citation: Value) => sentence.citations.includes(citation.id))
      if (passages.some((citation: Value) => citation.content.includes(sentence.text))) sums.verbatim += 1
      else console.log(`NOT VERBATIM ${id}: ${sentence.text}`)
    }
    if (pages.length === 0) {
      sums.unanswerable += 1
      if (!answer.answered) sums.saidSo += 1
    } else {
      sums.answerable += 1
      if (!answer.answered) sums.refused += 1
      if (isOnPage) sums.onPage += 1
    }
    const verdict = answer.answered === pages.length > 0 ? 'right' : 'WRONG'
    const place = pages.length === 0 || !answer.answered ? '' : isOnPage ? 'cites the page' : 'ANOTHER PAGE'
    console.log(`${id} ${verdict} ${answer.mode} ${answer.confidence} ${place} | ${question}`)
    console.log(`     ${(answer.sentences[0]?.text ?? answer.response).replace(/\s+/g, ' ').slice(0, 150)}`)
  }
  console.log(`\nsentences verbatim in their cited passage: ${sums.verbatim} of ${sums.sentences}`)
  console.log(`reported as not answered: ${sums.saidSo} of ${sums.unanswerable}`)
  console.log(`refused although answered: ${sums.refused} of ${sums.answerable}`)
  console.log(`cites a page that answers it: ${sums.onPage} of ${sums.answerable}`)
  console.log(`time per question: ${Math.round(ms / questions.length)} ms`)
  await wired.close()
}
