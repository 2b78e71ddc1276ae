import { join } from 'node:path'
import type { ToolContext } from '../../../core/contract/define-tool.ts'
import type { LevelItem } from '../../../core/ingest/level/level-request.ts'
import { sayLeftOut } from '../../../core/ingest/sort-listing.ts'
import type { JobContext } from '../../../core/jobs/job-request.ts'
import { throwIfAborted } from '../../../core/model/failure.ts'
import { levelInJob, levelJobItem, levelRequest } from '../level-job.ts'
import type { Services } from '../services.ts'
import type { RefreshPlan, RefreshTarget } from './plan-refresh.ts'
import { forgetFile, refreshFile } from './refresh-file.ts'
import { refreshAddress, refreshPage, refreshSite } from './refresh-web.ts'

export type RefreshChoices = {
  recursive: boolean
  ocrLanguages: readonly string[] | null
  forgetVanished: boolean
  isDryRun: boolean
}

/** A target, and how to refresh it. */
export type Refreshing<Target> = { target: Target; choices: RefreshChoices }

/** The result of a target; names are absolute paths and addresses. */
export type Refreshed = { unchanged: number; items: LevelItem[]; warnings?: string[] }

/** Refreshes the targets one after another; a failure of one does not stop the rest. */
export async function runRefresh(
  context: ToolContext<Services>,
  { plan: { targets }, choices }: { plan: RefreshPlan; choices: RefreshChoices },
  job: JobContext,
): Promise<Refreshed> {
  const warnings: string[] = []
  const sum: Refreshed = { unchanged: 0, items: [], warnings }
  for (const [index, target] of targets.entries()) {
    throwIfAborted(job.signal)
    const { unchanged, items, warnings: more = [] } = await refreshTarget(context, { target, choices }, job)
    warnings.push(...more)
    sum.unchanged += unchanged
    sum.items.push(...items)
    if (targets.length > 1) job.progress({ done: index + 1, total: targets.length, message: nameOf(target) })
  }
  sum.items.sort((one, other) => (one.name < other.name ? -1 : 1))
  return sum
}

async function refreshTarget(
  context: ToolContext<Services>,
  { target, choices }: Refreshing<RefreshTarget>,
  job: JobContext,
): Promise<Refreshed> {
  if (target.kind === 'folder') return refreshFolder(context, { target, choices }, job)
  const done = await refreshOther(context, { target, choices }, job.signal)
  for (const item of done.items) job.report(levelJobItem(item))
  return done
}

async function refreshOther(
  context: ToolContext<Services>,
  { target, choices }: Refreshing<Exclude<RefreshTarget, { kind: 'folder' }>>,
  signal: AbortSignal,
): Promise<Refreshed> {
  switch (target.kind) {
    case 'file':
      return of(await refreshFile(context, { target, choices }, signal))
    case 'address':
      return of(await refreshAddress(context, { target, choices }, signal))
    case 'page':
      return of(await refreshPage(context, { target, choices }, signal))
    case 'site':
      return refreshSite(context, { target, choices }, signal)
    case 'absent': {
      const items: LevelItem[] = []
      for (const document of target.documents)
        items.push(...of(await forgetFile(context, { document, choices }, signal)).items)
      return { unchanged: 0, items }
    }
  }
}

async function refreshFolder(
  context: ToolContext<Services>,
  { target, choices }: Refreshing<Extract<RefreshTarget, { kind: 'folder' }>>,
  job: JobContext,
): Promise<Refreshed> {
  const { library, folder, recursive } = target
  const request = levelRequest(context, {
    ...choices,
    collection: library,
    folder,
    recursive,
    metadata: {},
    settleMs: 0,
    retry: 'all',
  })
  const { unchanged, items, leftOut } = await levelInJob(context, request, { kind: 'refresh_source', job })
  const whole = items.map(item => ({
    ...item,
    name: join(folder, item.name),
    from: item.from === null ? null : join(folder, item.from),
  }))
  const warnings = sayLeftOut(leftOut, path => join(folder, path))
  return { unchanged, items: whole, warnings }
}

function of(item: LevelItem | null): Refreshed {
  return item === null ? { unchanged: 1, items: [] } : { unchanged: 0, items: [item] }
}

function nameOf(target: RefreshTarget): string {
  if (target.kind === 'folder' || target.kind === 'absent') return target.folder
  if (target.kind === 'file') return target.path
  return target.kind === 'site' ? String(target.input.url) : target.document.source
}
