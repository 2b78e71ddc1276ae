/** Functions of the standard library whose results no text tells, because C or a cache makes them. */
const results: Readonly<Record<string, string>> = {
  're.compile': 're.Pattern',
  'threading.Lock': '_thread.lock',
  'threading.RLock': '_thread.RLock',
  '_thread.allocate_lock': '_thread.lock',
  'uuid.uuid1': 'uuid.UUID',
  'uuid.uuid3': 'uuid.UUID',
  'uuid.uuid4': 'uuid.UUID',
  'uuid.uuid5': 'uuid.UUID',
  'decimal.getcontext': 'decimal.Context',
  'hashlib.md5': '_hashlib.HASH',
  'hashlib.sha1': '_hashlib.HASH',
  'hashlib.sha256': '_hashlib.HASH',
  'hashlib.sha512': '_hashlib.HASH',
}

/** The class of what a function of the standard library gives; null when that is not known. */
export function nativeResult(path: string): string | null {
  return Object.hasOwn(results, path) ? (results[path] ?? null) : null
}
