import table from './standard-library.json' with { type: 'json' }

/**
 * What the standard library of Python 3.10 to 3.12 has, by names only: enough to know what classes inherit from it when
 * its own source is not in the graph, and what its parts in C offer. `scripts/standard_library.py` takes it from running
 * interpreters.
 */
type StandardLibrary = {
  /** `class|bases|members`. */
  classes: readonly string[]
  /** Second names of classes: `offered=defined`. */
  aliases: readonly string[]
  /** Every name of the modules that are written in C: `module=names`. Those of Windows are added to those of Linux. */
  modules: readonly string[]
  /**
   * Parameters of what is written in C, where the versions agree: `path(parameters`, each with `/` before it when it goes
   * by place only, `=` by name only, `*` and `^` for the rest by place and by name; `?` after it when it is optional.
   */
  signatures: readonly string[]
}

export const standardLibrary: StandardLibrary = table
