import { setting } from '../../core/contract/setting.ts'
import { optional, text, url } from '../../core/contract/setting-kinds.ts'

/** Where models are fetched from. */
export const settings = {
  'hub.url': setting({
    kind: url,
    default: 'https://huggingface.co',
    description: 'Model hub that quire model add fetches from, or a mirror of it',
    aliases: { env: ['HF_ENDPOINT'] },
  }),
  'hub.token': setting({
    kind: optional(text),
    default: null,
    description: 'Access token for models whose authors ask for one',
    secret: 'whole',
    aliases: { env: ['HF_TOKEN', 'HUGGING_FACE_HUB_TOKEN'] },
    sentTo: 'hub.url',
  }),
}
