import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { temporaryPrefix } from '../../../adapters/confine/confine.ts'
import type { ScriptSource } from '../ports/code-work.ts'
import type { TypeChecker } from '../ports/type-checker.ts'

/** The type checkers of the languages of scripts. */
export type TypeCheckers = {
  of(source: ScriptSource): Promise<TypeChecker>
  close(): Promise<void>
}

/** A new name for a folder of type checkers. */
export function checkersFolder(): string {
  return join(tmpdir(), `${temporaryPrefix}${randomUUID()}`)
}

/** Pyright for Python, the TypeScript compiler for TypeScript and JavaScript. Each is loaded by its first use. */
export function typeCheckers(folder = checkersFolder()): TypeCheckers {
  const opened = new Map<'python' | 'typescript', Promise<TypeChecker>>()
  const open = async (language: 'python' | 'typescript'): Promise<TypeChecker> =>
    language === 'python'
      ? (await import('./pyright.ts')).pyright(folder)
      : (await import('./typescript.ts')).typescript()
  return {
    of({ language }: ScriptSource) {
      const kind = language === 'python' ? 'python' : 'typescript'
      const checker = opened.get(kind) ?? open(kind)
      opened.set(kind, checker)
      return checker
    },
    async close() {
      for (const checker of opened.values()) await (await checker).close()
      opened.clear()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
