import { basename, relative } from 'node:path'
import type { ToolContext } from '../../core/contract/define-tool.ts'
import type { ItemOutcome } from '../../core/ingest/ingest-many.ts'
import type { JobContext } from '../../core/jobs/job-request.ts'
import { documentsPolicy } from '../../core/model/collection.ts'
import { Failure } from '../../core/model/failure.ts'
import { countWords } from '../../core/text/count-words.ts'
import type { HansardFile, HansardReader } from './record/hansard-reader.ts'
import type { Services } from './services.ts'
import type { Procedural, Speech } from './speech.ts'
import { collectionName, speechesPolicy } from './speech-fields.ts'
import { ingestRequestOf, proceduralCollection, proceduralRequestOf, recordOf } from './speech-record.ts'
import { wordFailure } from './word-failure.ts'

/** Speeches ingested in parallel: enough to keep the embedding model busy while others are chunked and stored. */
const atOnce = 8

const readable = /\.(xml|sgml?|csv|json|md|markdown|txt)$/i

/** Index of a file and the number of files. */
type FilePlace = readonly [number, number]

type Counts = { created: number; replaced: number; skipped: number; failed: number }

export type FileReport = Counts & {
  file: string
  format: string | null
  speeches: number
  procedural: number
  words: number
  party_resolved: number | null
  place_resolved: number | null
  problems: { line: number | null; message: string }[]
}

export type ImportReport = Counts & {
  status: 'done'
  files: FileReport[]
  speeches: number
  warnings: string[]
  job_id: string
}

/** Imports the files one by one. A file that cannot be read is reported and does not stop the rest. */
export async function importFiles(
  context: ToolContext<Services>,
  work: { source: string; members: readonly string[]; roots: readonly string[] | null; job: JobContext },
): Promise<ImportReport> {
  const { engine, files, hansard, signal } = context
  const { source, roots, job } = work
  const tables = await Promise.all(work.members.map(path => files.read(path, roots, signal)))
  const { reader, warnings } = await hansard.open(tables, signal)
  const { paths, leftOut } = await listFiles(context, source, roots)
  await engine.ensureCollection(collectionName, { scope: 'isolated', policy: speechesPolicy })
  await engine.ensureCollection(proceduralCollection, { scope: 'isolated', policy: documentsPolicy })
  const reports: FileReport[] = []
  for (const [index, path] of paths.entries()) {
    const name = relative(source, path) || basename(path)
    job.progress({ done: index, total: paths.length, message: `Reading ${name}` })
    const report = await importFile(context, { path, name, roots, reader, job, place: [index, paths.length] })
    reports.push(report)
    job.report({
      name,
      outcome:
        report.failed > 0 && report.speeches === 0 ? 'failed' : report.created > 0 ? 'created' : 'skipped',
      message: report.problems[0]?.message ?? null,
      documentId: null,
      chunks: report.created + report.replaced,
    })
  }
  const sum = (key: keyof Counts | 'speeches') => reports.reduce((total, report) => total + report[key], 0)
  return {
    status: 'done',
    files: reports,
    speeches: sum('speeches'),
    created: sum('created'),
    replaced: sum('replaced'),
    skipped: sum('skipped'),
    failed: sum('failed'),
    warnings: [...warnings, ...leftOut],
    job_id: job.id,
  }
}

async function listFiles(
  { files, signal }: ToolContext<Services>,
  source: string,
  roots: readonly string[] | null,
): Promise<{ paths: string[]; leftOut: string[] }> {
  if (!(await files.isFolder(source))) return { paths: [source], leftOut: [] }
  const found = await files.list(source, { recursive: true, roots }, signal)
  const leftOut = found.leftOut.map(
    ({ path, reason }) => `${relative(source, path)} was left out: ${reason}.`,
  )
  const paths = found.files.map(({ path }) => path).filter(path => readable.test(path))
  if (paths.length > 0) return { paths, leftOut }
  throw new Failure('invalid', 'INVALID_INPUT', `There is no file that can be imported below "${source}".`, {
    hint: 'Use XML, SGML, CSV, JSON or Markdown files.',
  })
}

async function importFile(
  context: ToolContext<Services>,
  work: {
    path: string
    name: string
    roots: readonly string[] | null
    reader: HansardReader
    job: JobContext
    place: FilePlace
  },
): Promise<FileReport> {
  const { engine, files, signal } = context
  const { name, job } = work
  try {
    const raw = await files.read(work.path, work.roots, signal)
    const record = await work.reader.read(raw, signal)
    // In parallel, so that the model has work until both are done.
    const [outcomes] = await Promise.all([
      storeSpeeches(context, { record, job, name, place: work.place }),
      engine.ingestMany(
        record.procedural.map(text => ({
          name: text.sourceId,
          request: { ...proceduralRequestOf(text), vectors: 'later' as const },
        })),
        { signal, progress: () => {}, concurrency: atOnce, onOutcome: () => {} },
      ),
    ])
    return { ...reportOn(name, record), ...countOf(outcomes), problems: problemsOf(record, outcomes) }
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'cancelled' || error.kind === 'timeout') throw error
    return { ...emptyReport(name), failed: 1, problems: [{ line: null, message: wordFailure(error) }] }
  }
}

async function storeSpeeches(
  { engine, signal }: ToolContext<Services>,
  { record, job, name, place }: { record: HansardFile; job: JobContext; name: string; place: FilePlace },
): Promise<ItemOutcome[]> {
  const items = record.speeches.map(speech => ({
    name: speech.sourceId,
    request: { ...ingestRequestOf(recordOf(speech)), vectors: 'later' as const },
  }))
  return engine.ingestMany(items, {
    signal,
    concurrency: atOnce,
    onOutcome: () => {},
    progress: step =>
      job.progress({
        done: place[0] + step.done / Math.max(1, step.total ?? 1),
        total: place[1],
        message: `${name}: speech ${step.done} of ${step.total ?? '?'}`,
      }),
  })
}

function countOf(outcomes: readonly ItemOutcome[]): Counts {
  const count = (result: string) =>
    outcomes.filter(outcome => outcome.ok && outcome.report.outcome === result).length
  return {
    created: count('created'),
    replaced: count('replaced'),
    skipped: count('skipped'),
    failed: outcomes.filter(outcome => !outcome.ok).length,
  }
}

function problemsOf(record: HansardFile, outcomes: readonly ItemOutcome[]): FileReport['problems'] {
  const lines = new Map(
    [...record.speeches, ...record.procedural].map(({ sourceId, line }) => [sourceId, line]),
  )
  const failed = outcomes.flatMap(outcome =>
    outcome.ok ? [] : [{ line: lines.get(outcome.name) ?? null, message: wordFailure(outcome.failure) }],
  )
  return [...record.problems, ...failed]
}

function reportOn(
  name: string,
  { format, speeches, procedural }: HansardFile,
): Omit<FileReport, keyof Counts> {
  const share = (isKnown: (speech: Speech) => boolean) =>
    speeches.length === 0 ? null : round(speeches.filter(isKnown).length / speeches.length)
  return {
    file: name,
    format,
    speeches: speeches.length,
    procedural: procedural.length,
    words: [...speeches, ...procedural].reduce(
      (sum, { text }: Speech | Procedural) => sum + countWords(text),
      0,
    ),
    party_resolved: share(({ party }) => party !== 'Unknown'),
    place_resolved: share(({ state, electorate }) => state !== 'Unknown' || electorate !== null),
    problems: [],
  }
}

function emptyReport(file: string): FileReport {
  return {
    file,
    format: null,
    speeches: 0,
    procedural: 0,
    words: 0,
    created: 0,
    replaced: 0,
    skipped: 0,
    failed: 0,
    party_resolved: null,
    place_resolved: null,
    problems: [],
  }
}

function round(share: number): number {
  return Math.round(share * 10_000) / 10_000
}
