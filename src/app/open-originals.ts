import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { keptOriginals } from '../adapters/files/kept-originals.ts'
import { httpClient } from '../adapters/net/http.ts'
import type { SharedParts } from '../adapters/stores/index.ts'
import type { Clock } from '../core/ports/clock.ts'
import type { Originals } from '../core/ports/originals.ts'
import { readBucket } from './config/bucket-keys.ts'
import type { Config } from './config/load-config.ts'
import { httpOptions } from './http-options.ts'

type Values = Config['values']

export type OpenedOriginals = {
  originals: Originals
  close(): Promise<void>
}

export type OriginalsPlace = {
  /** What the database of the store holds; null for a store that is a file. */
  shared: SharedParts | null
  clock: Clock
  keeping: { isOn: boolean; maxBytes: number }
}

/**
 * Opens the place of kept files: the bucket that the settings name, or else the database of a server or the home. With a bucket,
 * files that were kept with the store before can still be read and are removed with their documents.
 */
export async function openOriginals(
  values: Values,
  { shared, clock, keeping }: OriginalsPlace,
): Promise<OpenedOriginals> {
  const beside =
    shared?.originals(keeping) ?? keptOriginals({ ...keeping, folder: join(values.home, 'originals') })
  const place = describeBucket(values)
  if (place === null) return { originals: beside, async close() {} }
  const [{ openBucket }, { bucketOriginals, originalsOfTwoPlaces }] = await Promise.all([
    import('../adapters/buckets/bucket.ts'),
    import('../adapters/buckets/bucket-originals.ts'),
  ])
  const { endpoint, region, addressing, name, prefix } = place
  const keys = {
    accessKey: values['originals.access_key'] ?? '',
    secretKey: values['originals.secret_key'] ?? '',
    sessionToken: values['originals.session_token'],
  }
  const client = httpClient(httpOptions(values))
  const bucket = openBucket(
    { endpoint, bucket: name, region, addressing, keys },
    { client, clock, pause: ms => wait(ms) },
  )
  return {
    originals: originalsOfTwoPlaces(bucketOriginals({ ...keeping, bucket, prefix }), beside),
    close: () => bucket.close(),
  }
}

/** What the settings say about the bucket; null when there is none. */
export function describeBucket(values: Values) {
  const found = readBucket(values['originals.bucket'] ?? '')
  if (found === null) return null
  const region = values['originals.region']
  return {
    name: found.bucket,
    prefix: found.prefix,
    region,
    endpoint: values['originals.endpoint'] ?? `https://s3.${region}.amazonaws.com`,
    addressing: values['originals.addressing'],
  }
}
