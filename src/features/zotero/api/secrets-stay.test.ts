import { test } from 'node:test'
import { secret, staysWithItsHost } from '../../../../test/support/redirecting-host.ts'
import { httpClient } from '../../../adapters/net/http.ts'
import { systemClock } from '../../../app/clock.ts'
import { everything } from './test/api-fixtures.ts'
import { zoteroApi } from './zotero-api.ts'

test('the key of zotero.org does not follow a redirect to another host', t =>
  staysWithItsHost(async (url, t) => {
    const http = httpClient()
    t.after(() => http.close())
    const files = null as never
    const api = zoteroApi({
      ...{ baseUrl: url, kind: 'web', apiKey: secret, http, clock: systemClock, files },
      ...{ libraryId: 1, libraryType: 'user' },
    })
    return api.listItems(everything, new AbortController().signal)
  }, t))
