import type { GraphView } from '../graph/graph-view.ts'
import type { CodeFile, CodeProblem } from '../model/code.ts'
import type { CodeRepository } from '../model/code-graph.ts'
import type { ScriptSource } from './code-work.ts'

/** Something that a type checker reports about a script. Lines count from 1. */
export type Finding = {
  /** `member`: no such member; `import`: no such module or exported name; `call`: arguments that do not fit. */
  kind: 'member' | 'import' | 'call'
  line: number
  /** The name that does not exist, or the parameter; empty where the checker names none. */
  name: string
  /** The class or module that lacks the member, or what is called; null where the checker names none. */
  owner: string | null
  /** Whether a member is called. */
  isCalled: boolean
  message: string
  /** Names that exist in the same place. */
  candidates: readonly string[]
  /** Whether a class of the standard library that inherits from the owner has the member. */
  isInSubclass: boolean
  /** Whether the library has the name as a string, or sets it on objects from outside of their class. */
  isMadeElsewhere: boolean
  /** Whether the name is sought in a module of the standard library, whose stubs are complete. */
  isStandard: boolean
  /** Whether the checker took the type from JavaScript without declarations. */
  isInferred: boolean
}

export type Diagnosis = {
  findings: readonly Finding[]
  /** Member accesses whose type the checker does not know, as `line name`: it says nothing about them. */
  unknown: ReadonlySet<string>
  /** Syntax errors, where the checker parses better than the grammar; null to keep those of the grammar. */
  problems: readonly CodeProblem[] | null
}

/** The kept sources of one version of a repository. */
export type KeptRepository = {
  repository: CodeRepository
  version: number
  /** By path. */
  texts: ReadonlyMap<string, string>
}

/**
 * A type checker of a language, over the kept sources of repositories.
 *
 * A caller may rely on this: no code and no interpreter is run, nothing is fetched, and settings files of the
 * repositories are not read. It stays warm between calls. Throws a Failure `CHECKER_MISSING` when its package is not
 * installed, and `CHECKER_STOPPED` when it ends or takes too long.
 */
export interface TypeChecker {
  diagnose(
    source: ScriptSource,
    libraries: readonly KeptRepository[],
    context: { view: GraphView; script: CodeFile; signal: AbortSignal },
  ): Promise<Diagnosis>
  close(): Promise<void>
}
