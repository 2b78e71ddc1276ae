import type { CodeExpression, CodeScript, CodeStatement } from '../model/code.ts'
import type { Scope } from './scope.ts'
import type { World } from './values.ts'

export type ItemType = 'IMPORT' | 'CLASS_INSTANTIATION' | 'METHOD_CALL' | 'ATTRIBUTE_ACCESS' | 'FUNCTION_CALL'
export type ItemStatus = 'VALID' | 'INVALID' | 'UNCERTAIN' | 'NOT_FOUND'

/** One use of a library in a script, judged. */
export type CheckItem = {
  type: ItemType
  name: string
  line: number
  status: ItemStatus
  confidence: number
  message: string
  /** Right names for a wrong one, best first. */
  suggestions: readonly string[]
  /** The module that the used thing belongs to. */
  library: string
  /** Whether it belongs to a repository of the graph: nothing else counts in the totals. */
  isKnown: boolean
  details: Readonly<Record<string, string | number | boolean | readonly string[]>>
}

/** A name that is not there, with those that are. */
export type WrongName = {
  name: string
  candidates: readonly string[]
  /** What is known of the candidates; null where they are nothing but names. */
  members: Members | null
  /** What to offer when no candidate is like it. */
  otherwise: readonly string[]
}

/** Members of a class or module, as candidates for one that is used. */
export type Members = {
  owner: string
  isCalled: boolean
  look(name: string): MemberFacts
}
export type MemberFacts = { doc: string | null; isCallable: boolean }

/** An item as it is noted: what may have been meant is looked for once, when all is judged. */
export type Judgement = Omit<CheckItem, 'suggestions'> & { wrong: WrongName | null }

/** The statements of a function, or the one expression of a lambda, with the names that it sees. */
export type DeferredBody = { body: readonly CodeStatement[]; value: CodeExpression | null; scope: Scope }

/** What a check carries along while it walks through a script. */
export type CheckContext = {
  world: World
  script: CodeScript
  items: Judgement[]
  /** While above zero nothing is noted: a loop's body is walked once before it counts. */
  silent: number
  /** Names that the script itself gives to objects, or asks about with `hasattr`: never wrong. */
  openNames: ReadonlySet<string>
  /** Whether the script sets members by computed names: then its own classes may have any. */
  setsAny: boolean
  /** Kinds of failure that the surrounding code expects. */
  expected: { import: number; attribute: number; type: number }
  /** Bodies of functions, walked once what is around them is known. */
  deferred: DeferredBody[]
  stepsLeft: number
  /** Whether the script has more than is checked of one. */
  isCut: boolean
}

/** Judgements of one report: a caller has to read them, and the main thread to send them. */
export const mostItems = 10_000
/** Statements and expressions that are looked at, those in loops several times. 3 MB of text have fewer than this. */
export const mostSteps = 2_000_000

/** Characters of a name or message. */
const longestText = 1_000

export function note(context: CheckContext, item: Judgement): void {
  if (context.silent > 0) return
  if (context.items.length >= mostItems) {
    context.isCut = true
    return
  }
  const { name, library, message } = item
  context.items.push({ ...item, name: cut(name), library: cut(library), message: cut(message) })
}

/** A report does not repeat what nobody would read. */
function cut(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`
}

/** Counts work; returns false when there has been too much of it. */
export function spend(context: CheckContext, steps: number): boolean {
  context.stepsLeft -= steps
  if (context.stepsLeft < 0) context.isCut = true
  return !context.isCut
}
