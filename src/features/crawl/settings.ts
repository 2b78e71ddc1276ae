import { setting } from '../../core/contract/setting.ts'
import { optional, path } from '../../core/contract/setting-kinds.ts'

export const settings = {
  'crawl.browser': setting({
    kind: optional(path),
    default: null,
    description: 'Chromium that runs pages crawled with render (default: the one that is installed)',
    aliases: { env: ['CHROME_PATH'] },
  }),
}
