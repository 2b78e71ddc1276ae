import { Failure, type FailureKind } from '../../core/model/failure.ts'
import type { HttpResponse } from '../net/http.ts'

/** `code` is the one of the server; empty when it has none. */
type BucketFailure = { failure: Failure; code: string; mayPass: boolean }

type Wording = { kind?: FailureKind; code: string; message: string; hint: string }

const refused: Wording = {
  code: 'BUCKET_REFUSED',
  message: 'The bucket of kept files does not accept the keys that are configured.',
  hint: 'Check originals.access_key, originals.secret_key and originals.region, or the file that originals.credentials_file names.',
}

const wordings: Readonly<Record<string, Wording>> = {
  InvalidAccessKeyId: refused,
  SignatureDoesNotMatch: refused,
  InvalidToken: refused,
  ExpiredToken: { ...refused, message: 'The temporary keys of the bucket of kept files have expired.' },
  AccessDenied: {
    code: 'BUCKET_REFUSED',
    message: 'The keys of the bucket of kept files may not do this.',
    hint: 'They need the rights s3:GetObject, s3:PutObject and s3:DeleteObject on its objects, and s3:ListBucket on the bucket.',
  },
  RequestTimeTooSkewed: {
    code: 'BUCKET_CLOCK',
    message: 'The clock of this server differs too much from the one of the bucket of kept files.',
    hint: 'Set the clock, or turn on NTP: signatures are valid for 15 minutes.',
  },
  NoSuchBucket: {
    code: 'BUCKET_MISSING',
    message: 'The bucket of kept files does not exist.',
    hint: 'Create it, or correct originals.bucket.',
  },
  AuthorizationHeaderMalformed: {
    code: 'BUCKET_REGION',
    message: 'The bucket of kept files is in another region.',
    hint: 'Set originals.region, and originals.endpoint if it names a region.',
  },
  EntityTooLarge: {
    kind: 'too_large',
    code: 'BUCKET_VALUE_TOO_LARGE',
    message: 'The file is larger than the server of the bucket accepts.',
    hint: 'Lower originals.max_bytes; the text of the file is stored all the same.',
  },
}

const busy: Wording = {
  code: 'BUCKET_BUSY',
  message: 'The server of the bucket of kept files is overloaded or out of order.',
  hint: 'Try again in a moment.',
}

const unreachable: Wording = {
  code: 'BUCKET_UNREACHABLE',
  message: 'The server of the bucket of kept files cannot be reached.',
  hint: 'Check originals.endpoint, the network and the certificate (network.ca_file); then try again.',
}

const failed: Wording = {
  code: 'BUCKET_FAILED',
  message: 'The server of the bucket of kept files refused a request.',
  hint: 'Check that originals.endpoint is the address of an S3-compatible server; its log says more.',
}

/** Codes of errors that a repeated request may not meet: the last two come from bytes that were damaged on their way. */
const passing = [
  'SlowDown',
  'RequestTimeout',
  'InternalError',
  'ServiceUnavailable',
  'IncompleteBody',
  'BadDigest',
  'XAmzContentSHA256Mismatch',
]

/** The failure for an answer that is not a success, or for a request that got none. It contains neither address nor keys. */
export function toBucketFailure(problem: unknown): BucketFailure {
  if (isAnswer(problem)) {
    const { status, body } = problem
    const code = /<Code>(\w+)<\/Code>/.exec(Buffer.from(body).toString('utf8'))?.[1] ?? ''
    const mayPass = passing.includes(code) || status === 408 || status === 429 || status >= 500
    const isElsewhere = status >= 300 && status < 400
    const wording =
      wordings[isElsewhere ? 'AuthorizationHeaderMalformed' : code] ??
      (mayPass ? busy : status === 403 ? refused : failed)
    return { failure: toFailure(wording, `HTTP ${status} ${code}`), code, mayPass }
  }
  if (problem instanceof Failure && problem.code === 'RESPONSE_TOO_LARGE')
    return { failure: toFailure(failed, problem), code: '', mayPass: false }
  return { failure: toFailure(unreachable, problem), code: '', mayPass: true }
}

function isAnswer(problem: unknown): problem is HttpResponse {
  return typeof problem === 'object' && problem !== null && 'status' in problem && 'body' in problem
}

function toFailure({ kind = 'unavailable', code, message, hint }: Wording, cause: unknown): Failure {
  return new Failure(kind, code, message, { hint, cause })
}
