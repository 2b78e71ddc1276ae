/** A parsed query. Names are as written; keywords and functions are in lower case. */
export type Query = { parts: Clause[][]; keepsDuplicates: boolean }

export type Clause =
  | { kind: 'match'; isOptional: boolean; paths: PathPattern[]; where: Expression | null }
  | { kind: 'unwind'; list: Expression; variable: string }
  | ({ kind: 'with'; where: Expression | null } & Projection)
  | ({ kind: 'return' } & Projection)
  | {
      kind: 'call'
      procedure: string
      columns: { name: string; alias: string }[] | null
      where: Expression | null
    }
  | { kind: 'subquery'; query: Query }

export type Projection = {
  isDistinct: boolean
  /** Whether `*` was written: all bound variables come before the items. */
  takesAll: boolean
  items: ProjectionItem[]
  order: { by: Expression; isDescending: boolean }[]
  skip: Expression | null
  limit: Expression | null
}

export type ProjectionItem = { value: Expression; name: string }

export type PathPattern = {
  variable: string | null
  /** One shortest path, all shortest paths, or all paths. */
  search: 'shortest' | 'all shortest' | 'all'
  start: NodePattern
  steps: { edge: EdgePattern; node: NodePattern }[]
}

export type NodePattern = {
  variable: string | null
  /** Alternatives (`A|B`) that must all match: each group is matched by one of its labels. */
  labels: string[][]
  properties: Entry[]
}

export type EdgePattern = {
  variable: string | null
  types: string[]
  direction: 'out' | 'in' | 'both'
  /** Number of edges of a variable-length pattern, whose value is a list; null for a single edge. */
  length: { from: number; to: number } | null
  properties: Entry[]
}

export type Entry = { name: string; value: Expression }

export type BinaryOperator =
  | 'or'
  | 'xor'
  | 'and'
  | '='
  | '<>'
  | '<'
  | '<='
  | '>'
  | '>='
  | 'in'
  | 'starts with'
  | 'ends with'
  | 'contains'
  | '=~'
  | '+'
  | '-'
  | '*'
  | '/'
  | '%'
  | '^'

export type Expression =
  | { kind: 'literal'; value: null | boolean | string | number }
  | { kind: 'float'; value: number }
  | { kind: 'variable'; name: string }
  | { kind: 'property'; of: Expression; name: string }
  | { kind: 'index'; of: Expression; at: Expression }
  | { kind: 'slice'; of: Expression; from: Expression | null; to: Expression | null }
  | { kind: 'list'; items: Expression[] }
  | { kind: 'map'; entries: Entry[] }
  | { kind: 'unary'; operator: 'not' | '-' | '+'; of: Expression }
  | { kind: 'binary'; operator: BinaryOperator; left: Expression; right: Expression }
  | { kind: 'null check'; of: Expression; isNegated: boolean }
  | { kind: 'label check'; of: Expression; labels: string[][] }
  | { kind: 'call'; name: string; arguments: Expression[]; isDistinct: boolean }
  | { kind: 'count all' }
  | {
      kind: 'case'
      of: Expression | null
      branches: { when: Expression; returns: Expression }[]
      otherwise: Expression | null
    }
  | {
      kind: 'comprehension'
      variable: string
      list: Expression
      where: Expression | null
      value: Expression | null
    }
  | { kind: 'quantifier'; quantifier: Quantifier; variable: string; list: Expression; where: Expression }
  | {
      kind: 'reduce'
      total: string
      initial: Expression
      variable: string
      list: Expression
      step: Expression
    }
  | { kind: 'pattern check'; path: PathPattern }
  | { kind: 'pattern list'; path: PathPattern; where: Expression | null; value: Expression }
  | { kind: 'query value'; returns: 'exists' | 'count' | 'collect'; query: Query }
  | { kind: 'map projection'; of: Expression; takesAll: boolean; entries: Entry[] }

export type Quantifier = 'any' | 'all' | 'none' | 'single'
