import type { ReportProgress } from '../../../core/model/progress.ts'
import type { CheckReport } from '../check/report.ts'
import type { ParseReport, RepositoryState } from '../graph/update-repository.ts'
import type { CodeSource } from './code-parser.ts'
import type { OpenRepository } from './repository-reader.ts'

export type ScriptSource = Pick<CodeSource, 'path' | 'language' | 'text'>

/**
 * The parts of the work on code that take long: parsing, linking, checking.
 *
 * A caller may rely on this: an aborted call ends with the reason of its signal, and what it has not finished changes no
 * graph. A call that needs more memory than it may have is a Failure with kind `too_large`.
 */
export interface CodeWork {
  /** Judges every use that a script makes of the libraries in the graph. */
  check(source: ScriptSource, signal: AbortSignal): Promise<CheckReport>
  /** Parses what changed in a repository and swaps its new graph in. */
  update(
    state: RepositoryState,
    read: OpenRepository['read'],
    context: { signal: AbortSignal; progress: ReportProgress },
  ): Promise<ParseReport>
  close(): Promise<void>
}
