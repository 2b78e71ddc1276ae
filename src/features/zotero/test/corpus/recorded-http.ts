import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { HttpClient } from '../../../../adapters/net/http.ts'

/** The recorded response of the web API for each request. */
const answers: readonly [RegExp, string][] = [
  [/\/groups$/, 'groups_doc.json'],
  [/\/collections$/, 'collections_doc.json'],
  [/\/collections\/\w+\/items$/, 'items_doc.json'],
  [/\/items(?:\/top)?$/, 'items_doc.json'],
  [/\/items\/\w+\/children$/, 'attachments_doc.json'],
  [/\/items\/\w+\/file$/, 'item_file.pdf'],
]

/** Answers requests from recorded files; the library never changes. Single records become lists of one. */
export function recordedHttp(folder: string): HttpClient & { asked: string[] } {
  const asked: string[] = []
  return {
    asked,
    usesProxy: () => false,
    close: async () => {},
    async request(url) {
      asked.push(url.pathname + url.search)
      const file = answers.find(([pattern]) => pattern.test(url.pathname))?.[1]
      if (file === undefined) return { status: 404, headers: {}, body: new Uint8Array() }
      const body = readFileSync(join(folder, file))
      const list = file.endsWith('.json') ? JSON.parse(body.toString()) : null
      const entries = Array.isArray(list) ? list : [list]
      return {
        status: 200,
        headers: { 'total-results': String(entries.length), 'last-modified-version': '4087' },
        body: list === null ? body : Buffer.from(JSON.stringify(entries)),
      }
    },
  }
}
