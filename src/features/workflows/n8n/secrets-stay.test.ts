import { test } from 'node:test'
import { secret, staysWithItsHost } from '../../../../test/support/redirecting-host.ts'
import { httpClient } from '../../../adapters/net/http.ts'
import { n8nEngine } from './n8n-engine.ts'

test('the key of n8n does not follow a redirect to another host', t =>
  staysWithItsHost(async (url, t) => {
    const http = httpClient()
    t.after(() => http.close())
    return n8nEngine({ url, key: secret, http }).get('1', new AbortController().signal)
  }, t))
