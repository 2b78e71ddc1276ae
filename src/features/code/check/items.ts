import type { CodeExpression, CodeScript, CodeStatement } from '../model/code.ts'
import type { Scope } from './scope.ts'
import type { World } from './values.ts'

export type ItemType = 'IMPORT' | 'CLASS_INSTANTIATION' | 'METHOD_CALL' | 'ATTRIBUTE_ACCESS' | 'FUNCTION_CALL'
export type ItemStatus = 'VALID' | 'INVALID' | 'UNCERTAIN' | 'NOT_FOUND'

/** The judgement of one use of a library in a script. */
export type CheckItem = {
  type: ItemType
  name: string
  line: number
  status: ItemStatus
  confidence: number
  message: string
  /** Existing names that may have been meant, best first. */
  suggestions: readonly string[]
  /** The module that the used name belongs to. */
  library: string
  /** Whether it belongs to a repository of the graph. Only these count in the totals. */
  isKnown: boolean
  details: Readonly<Record<string, string | number | boolean | readonly string[]>>
}

/** A name that does not exist, with the names that do. */
export type WrongName = {
  name: string
  candidates: readonly string[]
  /** How to look up facts about the candidates; null where only their names are known. */
  members: Members | null
  /** The suggestions when no candidate is similar. */
  otherwise: readonly string[]
}

/** The members of a class or module, as candidates for a wrong name. */
export type Members = {
  owner: string
  isCalled: boolean
  look(name: string): MemberFacts
}
export type MemberFacts = { doc: string | null; isCallable: boolean }

/** An item before suggestions are added, which happens once for the whole script. */
export type Judgement = Omit<CheckItem, 'suggestions'> & { wrong: WrongName | null }

/** The statements of a function, or the one expression of a lambda, with the names that it sees. */
export type DeferredBody = { body: readonly CodeStatement[]; value: CodeExpression | null; scope: Scope }

/** The state of one check. */
export type CheckContext = {
  world: World
  script: CodeScript
  items: Judgement[]
  /** While above zero no items are added: a loop's body is walked once before it is judged. */
  silent: number
  /** Names that the script itself sets on objects or tests with `hasattr`. They are never wrong. */
  openNames: ReadonlySet<string>
  /** Whether the script sets members by computed names: then its own classes may have any member. */
  setsAny: boolean
  /** How many enclosing blocks expect each kind of error. */
  expected: { import: number; attribute: number; type: number }
  /** Bodies of functions. They are walked after the code around them. */
  deferred: DeferredBody[]
  stepsLeft: number
  /** Whether a limit was reached and the rest of the script is not checked. */
  isCut: boolean
}

/** Most judgements of one report. The main thread has to send them. */
export const mostItems = 10_000
/** Most statements and expressions that are walked, counting repeated walks of loops. A script of 3 MB has fewer. */
export const mostSteps = 2_000_000

/** Most characters of a name or message in a report. */
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

/** Keeps very long names out of reports. */
function cut(text: string): string {
  return text.length <= longestText ? text : `${text.slice(0, longestText)}…`
}

/** Counts steps. Returns false when the limit is reached. */
export function spend(context: CheckContext, steps: number): boolean {
  context.stepsLeft -= steps
  if (context.stepsLeft < 0) context.isCut = true
  return !context.isCut
}
