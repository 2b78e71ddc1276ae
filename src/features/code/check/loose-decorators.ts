import type { GraphView } from '../graph/graph-view.ts'
import type { CodeFunction, CodeScript } from '../model/code.ts'
import { keepsSignature } from './decorators.ts'

/**
 * Whether a function that a script gets from a library stands under a decorator without annotations, which may change
 * what it takes and returns. A type checker treats such a decorator as if it were not there.
 */
export function isLooselyDecorated(
  name: string,
  { script, view }: { script: CodeScript; view: GraphView },
): boolean {
  const roots = new Set(script.file.imports.map(one => one.module.split('.')[0]))
  return view
    .functionsNamed(name)
    .some(
      ({ definition, root }) =>
        roots.has(root) &&
        definition.decorators.some(
          one =>
            !keepsSignature([one]) &&
            isLoose(view.functionsNamed(nameOf(one)).map(found => found.definition)),
        ),
    )
}

/** The last name of `make.kept(1)`. */
function nameOf(decorator: string): string {
  return /^[\w.]*?(\w+)\s*(?:\(|$)/.exec(decorator)?.[1] ?? ''
}

function isLoose(found: readonly CodeFunction[]): boolean {
  return found.length > 0 && found.every(({ returns, decorates }) => returns === null && decorates === null)
}
