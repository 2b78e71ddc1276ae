import { AsyncLocalStorage } from 'node:async_hooks'
import { Failure } from './failure.ts'
import { withoutTimeLimit } from './time-left.ts'

/** reader: reads; writer: also adds, replaces and removes; admin: also what concerns the server itself. */
export const roles = ['reader', 'writer', 'admin'] as const
export type Role = (typeof roles)[number]

/** What a caller may do. */
export type Rights = {
  /** Names the token in logs and audits; never the token itself. Null for the person who runs the program. */
  id: string | null
  /** What whoever added the token calls it; absent when it has no name. */
  name?: string
  role: Role
  /** Names of the collections that exist for this caller; null: all. */
  collections: readonly string[] | null
}

/** The person who runs the program: at the command line, over stdio, and over HTTP as long as no token exists. */
export const person: Rights = { id: null, role: 'admin', collections: null }

/** Whoever sends a request that needs no token to a server that has tokens: reads nothing. */
export const stranger: Rights = { id: null, role: 'reader', collections: [] }

const current = new AsyncLocalStorage<Rights>()

/** The rights of the call that is running; those of the person outside of calls. */
export function currentRights(): Rights {
  return current.getStore() ?? person
}

/** Runs work, and everything that it starts, with these rights. */
export function withRights<T>(rights: Rights, work: () => T): T {
  return current.run(rights, work)
}

/** Runs work that belongs to no caller, such as opening what all of them share. No time limit of a call applies. */
export function asPerson<T>(work: () => T): T {
  return withoutTimeLimit(() => current.run(person, work))
}

/**
 * The same items, each produced with the rights of the moment of this call: a stream is read when the call has ended, in
 * whatever context its reader has.
 */
export function keepRights<T>(items: AsyncIterable<T>): AsyncGenerator<T> {
  const rights = currentRights()
  const inner = items[Symbol.asyncIterator]()
  const outer: AsyncGenerator<T> = {
    next: () => withRights(rights, () => inner.next()),
    return: async value =>
      withRights(rights, () => inner.return?.(value)) ?? { done: true, value: await value },
    throw(error) {
      if (inner.throw === undefined) throw error
      return withRights(rights, () => inner.throw?.(error) ?? Promise.reject(error))
    },
    [Symbol.asyncIterator]: () => outer,
    async [Symbol.asyncDispose]() {
      await outer.return(undefined)
    },
  }
  return outer
}

/** Whether a collection exists for the caller. The unfinished copy of a collection belongs to it. */
export function mayReach(collection: string, { collections }: Rights = currentRights()): boolean {
  return collections === null || collections.includes(collection.replace(/~next$/, ''))
}

/** Throws FORBIDDEN when the collection is outside the rights of the running call. */
export function requireReach(collection: string): void {
  if (mayReach(collection)) return
  throw new Failure('forbidden', 'FORBIDDEN', `This token may not write to "${collection}".`, {
    hint: 'Name a library that the token is for, or ask the administrator of this server for another token.',
    details: { collection },
  })
}
