import { scheduledCrawl } from './scheduled-crawl.ts'
import type { WorkflowTemplate } from './template.ts'
import { watchFeed } from './watch-feed.ts'
import { weeklyDigest } from './weekly-digest.ts'

/** Workflows that make Quire useful inside n8n, by file name; each is what create_workflow takes. */
export const templates: Readonly<Record<string, WorkflowTemplate>> = {
  'scheduled-crawl': scheduledCrawl,
  'watch-feed': watchFeed,
  'weekly-digest': weeklyDigest,
}

/** The same as files that n8n imports and agents read, by path. */
export function workflowTemplates(): Map<string, string> {
  return new Map(
    Object.entries(templates).map(([name, template]) => [
      `n8n/${name}.json`,
      `${JSON.stringify(template, null, 2)}\n`,
    ]),
  )
}
