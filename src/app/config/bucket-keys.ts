import { readFile, stat } from 'node:fs/promises'
import { Failure } from '../../core/model/failure.ts'
import { cannotRead, warnIfOpen } from './cannot-read.ts'
import type { Config } from './load-config.ts'

/** The lines of a file of credentials, by the setting that they stand for. */
const lines = {
  'originals.access_key': 'aws_access_key_id',
  'originals.secret_key': 'aws_secret_access_key',
  'originals.session_token': 'aws_session_token',
} as const

type BucketKey = keyof typeof lines

const keys: readonly BucketKey[] = ['originals.access_key', 'originals.secret_key', 'originals.session_token']

export function isBucketKey(key: string): key is BucketKey {
  return Object.hasOwn(lines, key)
}

const fileHint =
  'It needs the lines aws_access_key_id = … and aws_secret_access_key = …, in the section [default] or before any section.'

/** Takes the keys of the bucket from the file that the settings name, and refuses a bucket that cannot be used. */
export async function withBucketKeys(config: Config): Promise<Config> {
  const read = await withFile(config)
  const { values, origins } = read
  const bucket = values['originals.bucket']
  if (bucket === null) return read
  const { name } = origins['originals.bucket']
  if (readBucket(bucket) === null)
    throw invalid(`originals.bucket (${name}) must be s3://bucket or s3://bucket/folder, but is ${bucket}.`, {
      hint: 'The name of a bucket consists of 3 to 63 lower-case letters, digits, dots and hyphens.',
    })
  if (values['originals.access_key'] === null || values['originals.secret_key'] === null)
    throw invalid(`originals.bucket (${name}) needs keys.`, {
      hint: 'Set AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment, or name a file with them: --originals-credentials-file.',
    })
  return read
}

/** The parts of `s3://bucket/folder`; null when it is something else. The prefix is empty or ends with a slash. */
export function readBucket(address: string): { bucket: string; prefix: string } | null {
  const [, bucket, folder = ''] = /^s3:\/\/([a-z0-9][a-z0-9.-]{1,61}[a-z0-9])(?:\/(.*))?$/.exec(address) ?? []
  if (bucket === undefined) return null
  const path = folder.replace(/^\/+|\/+$/g, '')
  return { bucket, prefix: path === '' ? '' : `${path}/` }
}

async function withFile(config: Config): Promise<Config> {
  const path = config.values['originals.credentials_file']
  if (path === null) return config
  const { name } = config.origins['originals.credentials_file']
  const what = `The file of credentials ${path} (${name})`
  const [text, facts] = await Promise.all([readFile(path, 'utf8'), stat(path)]).catch(
    (error: NodeJS.ErrnoException) => {
      throw cannotRead(what, error, { hint: fileHint })
    },
  )
  const found = readDefault(text)
  const values = Object.fromEntries(keys.map(key => [key, found.get(lines[key]) ?? null]))
  if (values['originals.access_key'] === null || values['originals.secret_key'] === null)
    throw invalid(`${what} has no keys.`, { hint: fileHint })
  const origin = { ...config.origins['originals.credentials_file'], name: `${path} (${name})` }
  return Object.freeze({
    ...config,
    values: Object.freeze({ ...config.values, ...values }),
    all: Object.freeze({ ...config.all, ...values }),
    origins: Object.freeze({
      ...config.origins,
      ...Object.fromEntries(keys.map(key => [key, origin])),
    }),
    warnings: Object.freeze([...config.warnings, ...warnIfOpen(what, path, facts.mode)]),
  })
}

/** The lines of the section `[default]`, and those before any section. */
function readDefault(text: string): Map<string, string> {
  const found = new Map<string, string>()
  let section = 'default'
  for (const line of text.split(/\r?\n/)) {
    section = /^\s*\[\s*([^\]]*?)\s*\]/.exec(line)?.[1] ?? section
    const [, name, value] = /^\s*(\w+)\s*=\s*(\S+)\s*$/.exec(line) ?? []
    if (section === 'default' && name !== undefined && value !== undefined) found.set(name, value)
  }
  return found
}

function invalid(message: string, { hint }: { hint: string }): Failure {
  return new Failure('invalid', 'INVALID_SETTING', message, { hint })
}
