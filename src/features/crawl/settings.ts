import { setting } from '../../core/contract/setting.ts'
import { optional, path } from '../../core/contract/setting-kinds.ts'

export const settings = {
  'crawl.browser': setting({
    kind: optional(path),
    default: null,
    description: 'Path of the Chromium that runs pages crawled with render (default: the installed one)',
    aliases: { env: ['CHROME_PATH'] },
  }),
}
