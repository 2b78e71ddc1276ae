import type { ToolContext } from '../../../core/contract/define-tool.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Reference } from '../../../core/model/reference.ts'
import { loadProjectReferences } from '../load-references.ts'
import { collectionsOf, type SearchScope } from '../scope.ts'
import type { Services } from '../services.ts'
import type { ManuscriptItem } from '../verify-manuscript.ts'
import { annotateHtml } from './annotate-html.ts'
import { type CheckedItem, checkManuscript, type ManuscriptCheck } from './check-manuscript.ts'
import { problems } from './check-quotation.ts'
import { indexWorks } from './cited-works.ts'
import { type ManuscriptSource, type ReadManuscript, readManuscript } from './read-manuscript.ts'
import { type CopyKind, copyKindOf, planCopy, writeCopy } from './write-copy.ts'
import { citationOf, remarkOf, verdictWords } from './write-remark.ts'

type Asked = SearchScope & {
  annotate?: string | undefined
  overwrite: boolean
  only_problems: boolean
}

/** After this time the rest is reported as not checked, so that the answer comes before the limit of the tool. */
const budgetMs = 100_000
const mostEvidence = 3

/** Reads a manuscript, checks it against a project, and writes the copy that was asked for. */
export async function checkFile(
  context: ToolContext<Services>,
  asked: Asked,
  source: ManuscriptSource & { isUpload: boolean },
) {
  const { manuscripts: desk, ocrLanguages, signal, progress, clock } = context
  const startedAt = clock.elapsed()
  const collections = await collectionsOf(context, asked)
  progress({ done: 0, total: null, message: 'Reading the manuscript' })
  const manuscript = await readManuscript(source, { desk, ocrLanguages }, { signal, progress })
  const copy = await planned(context, asked, { source, format: manuscript.format })
  const { references, warnings } = await referencesOf(context, asked)
  const pages = new Map<string, ReturnType<typeof desk.readPages>>()
  const check = await checkManuscript(
    manuscript,
    {
      works: indexWorks(await desk.listDocuments(collections), references),
      collections,
      verify: context.verify,
      readPages(id) {
        const known = pages.get(id) ?? desk.readPages(id)
        pages.set(id, known)
        return known
      },
      isOver: () => clock.elapsed() - startedAt >= budgetMs,
    },
    { signal, progress },
  )
  const annotated = copy === null ? null : await writeAnnotated(context, { copy, source, manuscript, check })
  const shown = asked.only_problems ? check.items.filter(isProblem) : check.items
  return {
    manuscript: source.raw.name,
    summary: summaryOf(check),
    items: shown.map(toWire),
    annotated,
    warnings: [...warnings, ...check.warnings],
  }
}

/** The references of the project, also those without a document. A file that cannot be read is a warning. */
async function referencesOf(
  context: ToolContext<Services>,
  { project }: Asked,
): Promise<{ references: readonly Reference[]; warnings: string[] }> {
  if (project === undefined) return { references: [], warnings: [] }
  try {
    const { index, warnings } = await loadProjectReferences(
      context,
      await context.engine.projects.require(project),
    )
    return { references: index.references, warnings }
  } catch (error) {
    if (!(error instanceof Failure) || error.kind === 'cancelled' || error.kind === 'timeout') throw error
    return { references: [], warnings: [`The references of the project were not read: ${error.message}`] }
  }
}

type PlannedCopy = { kind: CopyKind; path: string; overwrite: boolean; target: string | null }

async function planned(
  context: ToolContext<Services>,
  { annotate, overwrite }: Asked,
  { source, format }: { source: ManuscriptSource & { isUpload: boolean }; format: string },
): Promise<PlannedCopy | null> {
  if (annotate === undefined) return null
  const kind = copyKindOf(source.isUpload ? `copy.${annotate.split('.').at(-1)}` : annotate, format)
  const path = annotate
  if (source.isUpload) return { kind, path, overwrite, target: null }
  const target = await planCopy(context, { path, overwrite, source: source.raw.source })
  return { kind, path, overwrite, target }
}

const mediaTypes: Readonly<Record<CopyKind, string>> = {
  html: 'text/html',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

async function writeAnnotated(
  context: ToolContext<Services>,
  made: {
    copy: PlannedCopy
    source: ManuscriptSource
    manuscript: ReadManuscript
    check: ManuscriptCheck
  },
) {
  const { copy } = made
  const content = copy.kind === 'html' ? htmlOf(made) : await docxOf(context, made)
  const media_type = mediaTypes[copy.kind]
  if (copy.target === null) return { path: null, media_type, base64: Buffer.from(content).toString('base64') }
  await writeCopy(copy.target, content, copy)
  return { path: copy.target, media_type, base64: null }
}

function htmlOf({
  source,
  manuscript,
  check,
}: {
  source: ManuscriptSource
  manuscript: ReadManuscript
  check: ManuscriptCheck
}): Uint8Array {
  const { verdicts } = summaryOf(check)
  const summary = Object.entries(verdicts).map(([verdict, count]) => `${verdict}: ${count}`)
  const html = annotateHtml(
    { title: source.raw.name, text: manuscript.text, summary: summary.join(', ') },
    check.items,
  )
  return new TextEncoder().encode(html)
}

async function docxOf(
  { manuscripts: desk, ocrLanguages, signal, progress }: ToolContext<Services>,
  { source, check }: { source: ManuscriptSource; check: ManuscriptCheck },
): Promise<Uint8Array> {
  const remarked = check.items.filter(item => isProblem(item) || item.message !== '')
  const comments = remarked.map(item => ({ start: item.start, end: item.end, text: remarkOf(item) }))
  if (comments.length === 0) return source.raw.bytes
  progress({ done: 0, total: null, message: 'Writing comments' })
  const { annotated } = await desk.convert(source.raw, { ocrLanguages, comments }, { signal, progress })
  return annotated ?? source.raw.bytes
}

function isProblem({ verdict }: Pick<CheckedItem, 'verdict'>): boolean {
  return problems.has(verdict)
}

function summaryOf({ items, quotations, citations }: ManuscriptCheck) {
  const verdicts: Record<string, number> = {}
  for (const verdict of Object.keys(verdictWords)) {
    const count = items.filter(item => item.verdict === verdict).length
    if (count > 0) verdicts[verdict] = count
  }
  return { quotations, citations, problems: items.filter(isProblem).length, verdicts }
}

function toWire(item: CheckedItem): ManuscriptItem {
  return {
    kind: item.kind,
    verdict: item.verdict,
    place: item.place,
    char_span: [item.start, item.end],
    quote: item.quote,
    citation: item.citation,
    message: item.message,
    nearest_keys: item.nearestKeys,
    evidence: item.matches.slice(0, mostEvidence).map(match => ({
      doc_id: match.documentId,
      citekey: typeof match.metadata.citekey === 'string' ? match.metadata.citekey : null,
      title: match.title,
      citation: citationOf(match),
      text: match.text,
      char_span: [match.charSpan.start, match.charSpan.end],
      similarity: match.similarity,
      differences: match.differences.map(({ kind, quoted, found }) => ({ kind, quoted, found })),
    })),
  }
}
