import type { CodeFile, CodeLanguage, CodeScript } from '../model/code.ts'

export type CodeSource = {
  /** Relative to the root of its repository, with forward slashes. */
  path: string
  language: CodeLanguage
  /** What other files call this one: `package.module` in Python, the path without its ending in TypeScript. */
  module: string
  text: string
}

/**
 * Reads source code into plain definitions.
 *
 * A caller may rely on this: the same source always gives the same result; a syntax error never throws but is
 * listed in `problems`, beside everything that could still be read; private names are kept and marked; lines
 * count from 1; nothing of the text is executed. A text longer than `maxCharacters` is a Failure with kind
 * `too_large`; a grammar that cannot be loaded is a Failure with kind `unavailable`. Memory is bounded by one
 * file: syntax trees are freed before a call returns.
 */
export interface CodeParser {
  /** Part of each file's hash: raise it and files are read again. */
  readonly version: number
  readonly languages: readonly CodeLanguage[]
  readonly maxCharacters: number
  /** The language of a file by its name, null for what is not read. */
  languageOf(path: string): CodeLanguage | null
  /** The hash that `parse` would put on the file, without parsing it. */
  hashOf(source: CodeSource): string
  /** The definitions of a file. */
  parse(source: CodeSource, signal: AbortSignal): Promise<CodeFile>
  /** The definitions of a program, and what it does in order. Python, TypeScript and JavaScript only. */
  readScript(source: CodeSource, signal: AbortSignal): Promise<CodeScript>
}
