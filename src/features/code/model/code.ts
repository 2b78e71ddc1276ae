/** The languages that are parsed. `tsx` is TypeScript with JSX; JavaScript always includes JSX. */
export type CodeLanguage = 'python' | 'typescript' | 'tsx' | 'javascript' | 'go' | 'java' | 'rust'

/** `positional` may be passed by position or by name. */
export type ParameterKind =
  | 'positional_only'
  | 'positional'
  | 'keyword_only'
  | 'var_positional'
  | 'var_keyword'

/** A type annotation: its source text and its parsed form. */
export type CodeType = { text: string; shape: CodeExpression }

export type CodeParameter = {
  name: string
  kind: ParameterKind
  type: CodeType | null
  /** The source text of the default; null without one. */
  default: string | null
  /** Whether a call may omit it: a default, a `?`, or a variable-length parameter. */
  isOptional: boolean
}

/** The bound and default of a type parameter: `T extends Shape = Square`. */
export type CodeTypeBound = { extends: CodeType | null; default: CodeType | null }

/** One way to call a function. */
export type CodeSignature = {
  typeParameters: readonly string[]
  /** By the name of the type parameter; only those with a bound or default. */
  typeBounds?: Readonly<Record<string, CodeTypeBound>>
  parameters: readonly CodeParameter[]
  returns: CodeType | null
}

/**
 * A function that is a decorator and keeps the signature of what it decorates. It is used as `@name` (`plain`), as
 * `@name(…)` (`called`), or both ways.
 */
export type CodeDecorating = {
  form: 'plain' | 'called' | 'both'
  /** Whether it adds members to what it decorates. */
  adds: boolean
}

export type FunctionKind = 'function' | 'method' | 'constructor' | 'getter' | 'setter'

export type CodeFunction = CodeSignature & {
  name: string
  kind: FunctionKind
  /** Declared overloads. If there are any, calls are checked against them instead of the signature. */
  overloads: readonly CodeSignature[]
  /** The source texts after the `@`, in order. */
  decorators: readonly string[]
  /** The returned expression where no return type is written, as far as it does not depend on local variables. */
  result: CodeExpression | null
  /** Null for functions that are no decorators, or that may change the signature of what they decorate. */
  decorates: CodeDecorating | null
  /** False for declarations: overloads without an implementation, interface methods, ambient functions. */
  hasBody: boolean
  isAsync: boolean
  isGenerator: boolean
  isStatic: boolean
  isClassMethod: boolean
  isAbstract: boolean
  isPrivate: boolean
  isExported: boolean
  /** Functions and classes that are defined inside the body. */
  locals: readonly CodeDefinition[]
  doc: string | null
  line: number
  endLine: number
}

export type AttributeKind = 'field' | 'instance' | 'property' | 'slot' | 'member' | 'variable' | 'constant'

export type CodeAttribute = {
  name: string
  /**
   * `field` is declared in the class body, `instance` is set on `self`, `this` or the class elsewhere, `slot` is listed in
   * `__slots__`, `member` belongs to an enumeration, `variable` and `constant` are outside any class.
   */
  kind: AttributeKind
  type: CodeType | null
  /** Its value as far as it could be parsed; null if unknown. */
  value: CodeExpression | null
  /** The source text of the default or initial value, shortened to a readable length. */
  default: string | null
  isStatic: boolean
  isPrivate: boolean
  isExported: boolean
  isOptional: boolean
  line: number
}

export type ClassKind = 'class' | 'interface' | 'enum' | 'struct' | 'trait' | 'type' | 'namespace'

/** An implemented interface adds no members to the class. */
export type CodeBase = CodeType & { isImplemented?: boolean }

export type CodeClass = {
  name: string
  kind: ClassKind
  /** Superclasses, extended and implemented types, traits. */
  bases: readonly CodeBase[]
  /** Keyword arguments of a Python class statement (`metaclass`, `total`), as source text. */
  keywords: Readonly<Record<string, string>>
  decorators: readonly string[]
  typeParameters: readonly string[]
  typeBounds?: Readonly<Record<string, CodeTypeBound>>
  methods: readonly CodeFunction[]
  attributes: readonly CodeAttribute[]
  classes: readonly CodeClass[]
  /** The aliased type, for the kind `type`. */
  alias: CodeType | null
  isAbstract: boolean
  isPrivate: boolean
  isExported: boolean
  /** Whether it may have members that are not in the source: `__getattr__`, `setattr`, index signatures. */
  isDynamic: boolean
  doc: string | null
  line: number
  endLine: number
}

export type CodeDefinition =
  | { kind: 'function'; definition: CodeFunction }
  | { kind: 'class'; definition: CodeClass }

/** One name that a file imports. */
export type CodeImport = {
  /** `module` binds the module itself, `name` one of its names, `all` everything that it exports. */
  kind: 'module' | 'name' | 'all'
  /** As written: `a.b`, `..sibling`, `./file.js`, `@scope/package`. */
  module: string
  /** The imported name, for the kind `name`. */
  name: string | null
  /** The local name; null where none is written (`import a.b`, `export * from`). */
  alias: string | null
  isReExport: boolean
  isTypeOnly: boolean
  /** Whether the file also works without it: inside `try … except ImportError`. */
  isGuarded: boolean
  /** Whether it is inside a function, and so binds nothing in the module. */
  isLocal: boolean
  line: number
}

export type CodeExport = { name: string; local: string }

export type CodeProblem = { line: number; message: string }

export type CodeFile = {
  /** Relative to the root of its repository, with forward slashes. */
  path: string
  language: CodeLanguage
  /** Dotted for Python, Go, Java and Rust; the path without its extension for TypeScript and JavaScript. */
  module: string
  /** Fingerprint of the text and of the parser's version. */
  hash: string
  lineCount: number
  doc: string | null
  imports: readonly CodeImport[]
  /** The names in `__all__` or in export clauses; null when the file has neither. */
  exports: readonly CodeExport[] | null
  functions: readonly CodeFunction[]
  classes: readonly CodeClass[]
  variables: readonly CodeAttribute[]
  /**
   * Values whose members become names of the module: `globals().update(Status.__members__)`. A literal of type `prefix`
   * means all names that begin with its text; one of type `modules` means submodules that are created at run time.
   */
  spreads: readonly CodeExpression[]
  /** Whether it may define names that are not in the source: `__getattr__`, `globals()`, `exec`. */
  isDynamic: boolean
  problems: readonly CodeProblem[]
}

/** A script to check: its definitions, and its statements in order. */
export type CodeScript = { file: CodeFile; body: readonly CodeStatement[] }

export type CodeArgument = {
  kind: 'positional' | 'keyword' | 'spread' | 'spread_keyword'
  name: string | null
  value: CodeExpression
}

export type CodeComprehension = {
  target: CodeExpression
  iterable: CodeExpression
  conditions: readonly CodeExpression[]
}

/** Expressions of all languages, reduced to what is needed to resolve names and calls. Types have the same form. */
export type CodeExpression =
  | { kind: 'name'; name: string; line: number }
  | { kind: 'member'; object: CodeExpression; name: string; line: number }
  | {
      kind: 'call'
      callee: CodeExpression
      /** `new Map<string, Item>()`; absent where none are written. */
      typeArguments?: readonly CodeExpression[]
      arguments: readonly CodeArgument[]
      isNew: boolean
      line: number
    }
  /**
   * Also type operators, as an index on a reserved word: `typeof` (a value), `keyof` (a type), `of` (an object and a key),
   * `if` (tested, test, then, else), `in` (name, keys, new key or nothing, value), `infer` (a name), `tuple`.
   */
  | { kind: 'index'; object: CodeExpression; keys: readonly CodeExpression[] }
  | { kind: 'await'; value: CodeExpression }
  /** `type` is the language's name of the type: `str`, `list`, `dict`, `None`, `string`, `undefined`. */
  | { kind: 'literal'; type: string; text: string | null; items: readonly CodeExpression[] }
  /** One of several: conditional expressions, `or`, unions. */
  | { kind: 'choice'; options: readonly CodeExpression[] }
  /** All of several: TypeScript's intersections. */
  | { kind: 'all'; options: readonly CodeExpression[] }
  | { kind: 'object'; entries: readonly CodeEntry[]; isOpen: boolean }
  | {
      kind: 'lambda'
      typeParameters?: readonly string[]
      typeBounds?: CodeSignature['typeBounds']
      parameters: readonly CodeParameter[]
      returns: CodeType | null
      isAsync: boolean
      body: readonly CodeStatement[]
      value: CodeExpression | null
    }
  | {
      kind: 'comprehension'
      type: string
      parts: readonly CodeExpression[]
      clauses: readonly CodeComprehension[]
    }
  | { kind: 'walrus'; target: CodeExpression; value: CodeExpression }
  /** A value of an annotated type, such as a parameter. */
  | { kind: 'typed'; type: CodeExpression }
  /** Any other expression: its parts are checked, its own value is unknown. */
  | { kind: 'other'; parts: readonly CodeExpression[] }

/** An entry of an object literal or a member of an object type. */
export type CodeEntry = {
  name: string
  value: CodeExpression | null
  /** For methods of object types. */
  signature: CodeSignature | null
  isOptional: boolean
  line: number
}

export type CodeStatement =
  | { kind: 'import'; imports: readonly CodeImport[] }
  | {
      kind: 'assign'
      targets: readonly CodeExpression[]
      type: CodeType | null
      value: CodeExpression | null
      marks: readonly string[]
      line: number
    }
  | { kind: 'expression'; value: CodeExpression }
  | { kind: 'return'; value: CodeExpression | null }
  | {
      kind: 'function'
      definition: CodeFunction
      decorators: readonly CodeExpression[]
      body: readonly CodeStatement[]
    }
  | {
      kind: 'class'
      definition: CodeClass
      decorators: readonly CodeExpression[]
      bases: readonly CodeExpression[]
      body: readonly CodeStatement[]
    }
  | { kind: 'with'; items: readonly CodeWithItem[]; body: readonly CodeStatement[] }
  | {
      kind: 'for'
      target: CodeExpression
      iterable: CodeExpression
      isAsync: boolean
      body: readonly CodeStatement[]
    }
  /** Any other branching: each arm may or may not run; with `repeats` an arm may run several times. */
  | {
      kind: 'branch'
      tests: readonly CodeExpression[]
      arms: readonly (readonly CodeStatement[])[]
      repeats: boolean
      guards: string | null
    }
  | { kind: 'delete'; targets: readonly CodeExpression[] }
  | { kind: 'export'; exports: readonly CodeExport[]; value: CodeExpression | null }

export type CodeWithItem = { value: CodeExpression; target: CodeExpression | null; isAsync: boolean }
