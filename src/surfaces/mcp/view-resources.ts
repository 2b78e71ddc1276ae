import { type invoke, invokeOpening, type Runtime } from '../../core/contract/invoke.ts'
import type { PagePictures } from '../../core/contract/page-pictures.ts'
import type { ResourceContents, ResourceContext, ResourceProvider } from '../../core/contract/resources.ts'
import { toolViews, viewAddress } from '../../core/contract/tool-view.ts'

/** MCP Apps: a host that declares this extension shows views of answers to a person. */
export const viewsExtension = 'io.modelcontextprotocol/ui'

const viewType = 'text/html;profile=mcp-app'

/** The views of answers, for hosts that can show them. */
export type Views<Services> = {
  /** The page that draws every view; `{{view}}` in it is replaced by the name of one. Null when it was not built. */
  html(): Promise<string | null>
  /** Draws pages of documents for the reader; undefined when this server cannot. */
  pictures(): Promise<PagePictures<Services> | undefined>
}

type ViewOptions<Services> = {
  views: Views<Services>
  /** Toolsets of the connection: pages are drawn only for clients that may read documents. */
  toolsets: readonly string[]
  runtime(): Promise<Runtime<Services>>
  run: typeof invoke
}

/**
 * Views at `ui://quire/<view>`, and pages of documents as pictures at `ui://quire/pages/<document>/<page>.png`. They are
 * not listed: tools name their views, and views name their pictures.
 */
export function viewResources<Services>(options: ViewOptions<Services>): ResourceProvider {
  return {
    templates: [],
    list: async () => ({ resources: [], nextCursor: null }),
    async read(uri, context) {
      const view = toolViews.find(name => viewAddress(name) === uri)
      if (view === undefined) return readPicture(uri, context, options)
      const html = await options.views.html()
      if (html === null) return null
      // A view asks for no address outside, only to copy citations.
      const meta = { ui: { prefersBorder: false, permissions: { clipboardWrite: {} } } }
      return { uri, mimeType: viewType, text: html.replaceAll('{{view}}', view), meta }
    },
  }
}

/** Such as ui://quire/pages/<document>/12.png?width=900&highlight=120-480. */
const pictureAddress = /^ui:\/\/quire\/pages\/([^/?]{1,200})\/(\d{1,7})\.png(\?.*)?$/

async function readPicture<Services>(
  uri: string,
  { caller, signal }: ResourceContext,
  { views, toolsets, runtime, run }: ViewOptions<Services>,
): Promise<ResourceContents | null> {
  const [, id, page, search = ''] = pictureAddress.exec(uri) ?? []
  if (id === undefined) return null
  const pictures = await views.pictures()
  if (pictures === undefined || !toolsets.includes(pictures.row.toolset.name)) return null
  const asked = new URLSearchParams(search)
  const input = {
    doc_id: decodeURIComponent(id),
    page: Number(page),
    highlight: asked.get('highlight') ?? '',
    width: Number(asked.get('width') ?? 1_000),
  }
  const outcome = await invokeOpening(pictures.row, { input, caller, signal }, { runtime, run })
  if (!outcome.ok) throw outcome.failure
  const { png } = outcome.value
  if (!(png instanceof Uint8Array)) return null
  return { uri, mimeType: 'image/png', blob: Buffer.from(png).toString('base64') }
}
