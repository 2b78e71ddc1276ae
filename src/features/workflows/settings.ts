import { setting } from '../../core/contract/setting.ts'
import { optional, text, url } from '../../core/contract/setting-kinds.ts'

/** How to reach n8n, which stores and runs the workflows. */
export const settings = {
  'n8n.url': setting({
    kind: url,
    default: 'http://n8n:5678/api/v1',
    description: "Address of n8n's public API, for the workflows toolset",
    aliases: { env: ['N8N_API_URL'] },
  }),
  'n8n.key': setting({
    kind: optional(text),
    default: null,
    description: 'API key of n8n; without it the workflow tools are not available',
    secret: 'whole',
    aliases: { env: ['N8N_API_KEY'] },
    sentTo: 'n8n.url',
  }),
}
