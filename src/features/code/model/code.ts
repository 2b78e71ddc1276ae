/** The languages whose definitions are read. `tsx` is TypeScript with JSX; JavaScript always reads JSX. */
export type CodeLanguage = 'python' | 'typescript' | 'tsx' | 'javascript' | 'go' | 'java' | 'rust'

/** `positional` may be given by place or by name; the others say how they must be given. */
export type ParameterKind =
  | 'positional_only'
  | 'positional'
  | 'keyword_only'
  | 'var_positional'
  | 'var_keyword'

/** A written type: its text as it stands in the source, and its shape where the text is not enough. */
export type CodeType = { text: string; shape: CodeExpression }

export type CodeParameter = {
  name: string
  kind: ParameterKind
  type: CodeType | null
  /** The text of the default, null without one. */
  default: string | null
  /** Whether a call may leave it out: a default, a `?`, or a variable-length parameter. */
  isOptional: boolean
}

/** What is written beside a type parameter: `T extends Shape = Square`. */
export type CodeTypeBound = { extends: CodeType | null; default: CodeType | null }

/** One way to call a function. */
export type CodeSignature = {
  typeParameters: readonly string[]
  /** By the name of the parameter, where anything is written beside it. */
  typeBounds?: Readonly<Record<string, CodeTypeBound>>
  parameters: readonly CodeParameter[]
  returns: CodeType | null
}

/**
 * What a function does as a decorator that leaves what it decorates to be called as before: given it directly
 * (`plain`), by what a call of it gives (`called`), or either way.
 */
export type CodeDecorating = {
  form: 'plain' | 'called' | 'both'
  /** Whether it sets members on what it decorates. */
  adds: boolean
}

export type FunctionKind = 'function' | 'method' | 'constructor' | 'getter' | 'setter'

export type CodeFunction = CodeSignature & {
  name: string
  kind: FunctionKind
  /** Declared overloads. Where there are any, callers see them instead of the signature itself. */
  overloads: readonly CodeSignature[]
  /** The texts after the `@`, in order. */
  decorators: readonly string[]
  /** What the body returns where no type is written: only what can be read without knowing its locals. */
  result: CodeExpression | null
  /** Null where what it would decorate may have to be called otherwise. */
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
  /** What is defined inside the body. It exists only while the function runs. */
  locals: readonly CodeDefinition[]
  doc: string | null
  line: number
  endLine: number
}

export type AttributeKind = 'field' | 'instance' | 'property' | 'slot' | 'member' | 'variable' | 'constant'

export type CodeAttribute = {
  name: string
  /**
   * `field` is written in the class body, `instance` is set on `self`, `this` or the class elsewhere, `slot` is named by
   * `__slots__`, `member` belongs to an enumeration, `variable` and `constant` stand outside any class.
   */
  kind: AttributeKind
  type: CodeType | null
  /** What it is known to hold; null when that depends on what the parser cannot see. */
  value: CodeExpression | null
  /** The text of the default or initial value, cut to a readable length. */
  default: string | null
  isStatic: boolean
  isPrivate: boolean
  isExported: boolean
  isOptional: boolean
  line: number
}

export type ClassKind = 'class' | 'interface' | 'enum' | 'struct' | 'trait' | 'type' | 'namespace'

/** An implemented type is promised, but gives a class no members of its own. */
export type CodeBase = CodeType & { isImplemented?: boolean }

export type CodeClass = {
  name: string
  kind: ClassKind
  /** Superclasses, extended and implemented types, traits. */
  bases: readonly CodeBase[]
  /** Keyword arguments of a Python class statement (`metaclass`, `total`), as text. */
  keywords: Readonly<Record<string, string>>
  decorators: readonly string[]
  typeParameters: readonly string[]
  typeBounds?: Readonly<Record<string, CodeTypeBound>>
  methods: readonly CodeFunction[]
  attributes: readonly CodeAttribute[]
  classes: readonly CodeClass[]
  /** What a `type` stands for. */
  alias: CodeType | null
  isAbstract: boolean
  isPrivate: boolean
  isExported: boolean
  /** Whether it may have members that no text shows: `__getattr__`, `setattr`, index signatures. */
  isDynamic: boolean
  doc: string | null
  line: number
  endLine: number
}

export type CodeDefinition =
  | { kind: 'function'; definition: CodeFunction }
  | { kind: 'class'; definition: CodeClass }

/** One name that a file takes from elsewhere. */
export type CodeImport = {
  /** `module` binds the module itself, `name` one of its names, `all` everything it offers. */
  kind: 'module' | 'name' | 'all'
  /** As written: `a.b`, `..sibling`, `./file.js`, `@scope/package`. */
  module: string
  /** The name taken, for `name`. */
  name: string | null
  /** The name bound here; null where none is chosen (`import a.b`, `export * from`). */
  alias: string | null
  isReExport: boolean
  isTypeOnly: boolean
  /** Whether the file also works without it: inside `try … except ImportError`. */
  isGuarded: boolean
  /** Whether it happens inside a function, and so binds nothing in the module. */
  isLocal: boolean
  line: number
}

export type CodeExport = { name: string; local: string }

export type CodeProblem = { line: number; message: string }

export type CodeFile = {
  /** Relative to the root of its repository, with forward slashes. */
  path: string
  language: CodeLanguage
  /** Dotted for Python, Go, Java and Rust; the path without its ending for TypeScript and JavaScript. */
  module: string
  /** Fingerprint of the text and of the parser's version. */
  hash: string
  lineCount: number
  doc: string | null
  imports: readonly CodeImport[]
  /** What `__all__` or export clauses offer; null when the file does not say. */
  exports: readonly CodeExport[] | null
  functions: readonly CodeFunction[]
  classes: readonly CodeClass[]
  variables: readonly CodeAttribute[]
  /**
   * Values whose members become names of the module: `globals().update(Status.__members__)`. A literal of type `prefix`
   * stands for names that begin with its text, one of type `modules` for submodules that only running it makes.
   */
  spreads: readonly CodeExpression[]
  /** Whether it may offer names that no text shows: `__getattr__`, `globals()`, `exec`. */
  isDynamic: boolean
  problems: readonly CodeProblem[]
}

/** A program to be checked: its definitions and what it does, in order. */
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

/** Expressions of all languages, reduced to what names and calls need. Types use the same shapes. */
export type CodeExpression =
  | { kind: 'name'; name: string; line: number }
  | { kind: 'member'; object: CodeExpression; name: string; line: number }
  | {
      kind: 'call'
      callee: CodeExpression
      /** `new Map<string, Item>()`: only where any are written. */
      typeArguments?: readonly CodeExpression[]
      arguments: readonly CodeArgument[]
      isNew: boolean
      line: number
    }
  /**
   * Also what types are made of, under words that no type can have: `typeof` (a value), `keyof` (a type), `of` (an object
   * and a key), `if` (tested, test, then, else), `in` (name, keys, new key or nothing, value), `infer` (a name), `tuple`.
   */
  | { kind: 'index'; object: CodeExpression; keys: readonly CodeExpression[] }
  | { kind: 'await'; value: CodeExpression }
  /** `type` is a word of the language: `str`, `list`, `dict`, `None`, `string`, `undefined`. */
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
  /** A value of a written type: what an annotated parameter holds. */
  | { kind: 'typed'; type: CodeExpression }
  /** Anything else: its parts are looked into, its own value is not known. */
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
  /** Any other branching: each arm may or may not run. `repeats` when an arm may run again. */
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
