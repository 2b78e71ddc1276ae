import type { HttpOptions } from '../adapters/net/http.ts'
import type { CoreValues } from './config/settings.ts'

/** How every adapter that speaks HTTP reaches the network. */
export function httpOptions(values: CoreValues): HttpOptions {
  return {
    proxy: {
      http: values['network.http_proxy'],
      https: values['network.https_proxy'],
      no: values['network.no_proxy'].join(','),
    },
    extraCaFile: values['network.ca_file'],
  }
}
