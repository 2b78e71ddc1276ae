import type { CodeFile, CodeLanguage, CodeScript } from '../model/code.ts'

export type CodeSource = {
  /** Relative to the root of its repository, with forward slashes. */
  path: string
  language: CodeLanguage
  /** The name by which other files import it: `package.module` in Python, the path without its extension in TypeScript. */
  module: string
  text: string
}

/**
 * Parses source code into plain definitions.
 *
 * A caller may rely on this: the same source always returns the same result; a syntax error never throws but is
 * listed in `problems`, beside everything that could still be parsed; private names are kept and marked; lines
 * count from 1; no code is executed. Throws a Failure with kind `too_large` for a text longer than `maxCharacters`,
 * and with kind `unavailable` when a grammar cannot be loaded. Memory is bounded by one file: syntax trees are
 * freed before a call returns.
 */
export interface CodeParser {
  /** Part of each file's hash: raising it makes all files be parsed again. */
  readonly version: number
  readonly languages: readonly CodeLanguage[]
  readonly maxCharacters: number
  /** The language of a file by its name; null for files that are not parsed. */
  languageOf(path: string): CodeLanguage | null
  /** The hash that `parse` would return for the file, without parsing it. */
  hashOf(source: CodeSource): string
  /** The definitions of a file. */
  parse(source: CodeSource, signal: AbortSignal): Promise<CodeFile>
  /** The definitions of a script, and its statements in order. Python, TypeScript and JavaScript only. */
  readScript(source: CodeSource, signal: AbortSignal): Promise<CodeScript>
}
