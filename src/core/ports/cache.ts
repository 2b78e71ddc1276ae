/**
 * Remembers texts by key for a while. What is in it may vanish at any time, and nothing may depend on it: a cache
 * that is out of reach throws Failure `CACHE_UNAVAILABLE`, and its caller goes on without.
 */
export interface Cache {
  /** One line for people: kind and place, without secrets. */
  readonly description: string
  get(key: string): Promise<string | null>
  set(key: string, value: string): Promise<void>
  close(): Promise<void>
}
