import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import type { PagePictures } from '../core/contract/page-pictures.ts'
import type { ToolTable } from '../core/contract/tool-table.ts'
import type { Feature, FeatureContents, Host } from '../core/feature.ts'
import type { Views } from '../surfaces/mcp/view-resources.ts'
import { loadContents } from './load-features.ts'

/** Where `scripts/build-page.ts` writes the page for people and the views of answers. */
export const pageFolder = new URL('../../dist/page/', import.meta.url)

/** The views of answers that MCP hosts can show. Nothing is read before a host asks for one. */
export function loadViews(features: readonly Feature[], table: ToolTable<Host>): Views<Host> {
  const file = fileURLToPath(new URL('views.html', pageFolder))
  return {
    html: () => readFile(file, 'utf8').catch(() => null),
    async pictures() {
      const mounted = features.filter(({ toolset }) =>
        table.toolsets.some(({ name }) => name === toolset?.name),
      )
      return picturesOf(await Promise.all(mounted.map(loadContents)), table)
    },
  }
}

/** What draws pages, if a mounted feature does. */
export function picturesOf(
  contents: readonly FeatureContents<Host>[],
  table: ToolTable<Host>,
): PagePictures<Host> | undefined {
  return contents.map(feature => feature.pictures?.({ table })).find(pictures => pictures !== undefined)
}
