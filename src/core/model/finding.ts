/** What a check of the program found. */
export type Finding = {
  /** What was checked. */
  name: string
  state: 'ok' | 'warn' | 'fail'
  says: string
  /** What to do about it. */
  remedy?: string
}
