import type { HansardProblem } from '../../hansard-reader.ts'
import type { Draft, SittingHeader } from '../draft.ts'
import { draftCollector } from './draft-collector.ts'
import { dropStrayEnds } from './drop-stray-ends.ts'
import { type Markup, repairMarkup } from './repair-markup.ts'
import { type MarkupEvents, scanMarkup } from './scan-markup.ts'

export type MarkupRecord = {
  isSgml: boolean
  header: SittingHeader
  drafts: Draft[]
  problems: HansardProblem[]
}

/** One day's record in any generation of the parliament's markup, cut into drafts. */
export async function readMarkup(text: string, signal: AbortSignal): Promise<MarkupRecord> {
  const markup = repairMarkup(text)
  const first = await collect(markup, signal)
  if (first.isSound) return first.record
  const problems = [...markup.problems]
  const balanced = { ...markup, text: dropStrayEnds(markup.text, problems), problems }
  const second = await collect(balanced, signal)
  return second.record
}

async function collect(
  markup: Markup,
  signal: AbortSignal,
): Promise<{ isSound: boolean; record: MarkupRecord }> {
  const problems = [...markup.problems]
  const collector = draftCollector()
  const events: MarkupEvents = {
    open: collector.open,
    close: () => collector.close(),
    text: collector.text,
    problem: (line, message) => {
      problems.push({ line, message })
    },
  }
  const isSound = await scanMarkup(markup, events, signal)
  return { isSound, record: { isSgml: markup.isSgml, problems, ...collector.finish() } }
}
