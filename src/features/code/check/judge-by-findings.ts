import type { GraphView } from '../graph/graph-view.ts'
import type { CodeClass, CodeScript } from '../model/code.ts'
import type { Diagnosis, Finding } from '../ports/type-checker.ts'
import { appliesUnknown } from './applies-unknown.ts'
import type { ItemType, Judgement } from './items.ts'
import { isLooselyDecorated } from './loose-decorators.ts'
import { classOf, isEmpty, otherAtRunTime, pythonTypes } from './other-at-run-time.ts'
import { decoratorLines, ownClasses } from './unsure-names.ts'

type Given = {
  script: CodeScript
  view: GraphView
  /** Names that the script itself sets on objects or tests for. */
  openNames: ReadonlySet<string>
}

type Case = Given & {
  /** The names of the script's classes. */
  classes: ReadonlySet<string>
}

const calls: ReadonlySet<ItemType> = new Set(['CLASS_INSTANTIATION', 'METHOD_CALL', 'FUNCTION_CALL'])

/**
 * Judges the findings of a type checker by the graph, and the judgements of the graph by the findings: a finding makes
 * a use wrong unless the graph knows why it may be right; a use that only the graph calls wrong is uncertain, except
 * where the checker knows nothing of the object.
 */
export function judgeByFindings(
  judgements: readonly Judgement[],
  { findings, unknown }: Diagnosis,
  all: Given,
): Judgement[] {
  const given = { ...all, classes: ownClasses(all.script) }
  const confirmed = new Map<Judgement, Finding>()
  const added: Judgement[] = []
  /** Names that only the source has: the checker knows nothing about their uses. */
  const unseen = new Set<string>()
  /** Uses of objects that may be more than both the checker and the graph know. */
  const open = new Set<Judgement>()
  const mayDiffer = otherAtRunTime(given)
  const isExtended = appliesUnknown(given.script, given.view)
  const decorators = decoratorLines(given.script)
  /** The owners that lack a member, by its line and name: several are the parts of a union. */
  const owners = Map.groupBy(
    findings.filter(({ kind }) => kind === 'member'),
    ({ line, name }) => `${line} ${name}`,
  )
  const isPython = given.script.file.language === 'python'
  const isOneOfMany = (finding: Finding): boolean => {
    const parts = owners.get(`${finding.line} ${finding.name}`) ?? []
    return !finding.owner?.startsWith('type[') && new Set(parts.map(({ owner }) => owner)).size > 1
  }
  for (const finding of findings) {
    if (isExcused(finding, given)) continue
    const use = findUse(judgements, finding)
    if (
      (isPython && use && isOpen(finding, use, given.view)) ||
      (finding.isMadeElsewhere && isOfModule(finding) && !finding.isStandard) ||
      isOneOfMany(finding) ||
      mayDiffer(finding) ||
      (isExtended && finding.kind === 'member')
    ) {
      if (use) open.add(use)
      if (use && isInSource(use, finding, given.view)) unseen.add(finding.name)
      continue
    }
    const isApplied = finding.kind === 'call' && decorators.has(finding.line)
    if ((isApplied || isGuess(finding, given)) && !(use && isWrong(use))) continue
    if (use && isInSource(use, finding, given.view)) unseen.add(finding.name)
    else if (use === null) added.push(toJudgement(finding))
    else if (use.isKnown) confirmed.set(use, finding)
  }
  return [
    ...judgements.map(one => {
      const finding = confirmed.get(one)
      if (open.has(one)) return isWrong(one) ? doubt(one) : one
      if (finding) return isWrong(one) ? { ...one, line: finding.line } : blame(one, finding)
      return unseen.has(lastOf(one.name)) ? one : reconsider(one, unknown)
    }),
    ...added,
  ]
}

/**
 * Whether the graph finds that a call fits, or knows why it cannot judge a use: a module that makes names, or a class whose
 * base is dynamic.
 */
function isOpen(finding: Finding, { status }: Judgement, view: GraphView): boolean {
  const { kind, owner } = finding
  if (kind === 'call') return status === 'VALID'
  if (status !== 'UNCERTAIN' || finding.isStandard) return false
  return isOfModule(finding) || owner === null || inheritsDynamic(classOf(owner), view)
}

/** Whether what is missing is a name of a Python module. */
function isOfModule({ kind, message }: Finding): boolean {
  return kind === 'import' || (kind === 'member' && message.includes(' of module '))
}

function inheritsDynamic(name: string, view: GraphView, seen = new Set<string>()): boolean {
  if (seen.has(name)) return false
  seen.add(name)
  return view
    .classesNamed(name)
    .some(
      ({ isDynamic: is, bases }) => is || bases.some(({ text }) => inheritsDynamic(lastOf(text), view, seen)),
    )
}

function isWrong({ status }: Judgement): boolean {
  return status === 'INVALID' || status === 'NOT_FOUND'
}

/** Whether the graph or the script explains a finding. */
function isExcused({ kind, name, line, owner }: Finding, { script, view, openNames }: Case): boolean {
  if (kind === 'import') {
    const imports = script.file.imports.filter(one => one.line === line || one.module === name)
    if (imports.some(({ isGuarded }) => isGuarded)) return true
    const modules = imports.map(one => view.findModule(one.module, script.file).kind)
    return modules.length === 0 || modules.some(found => found === 'unsure' || found === 'external')
  }
  if (kind === 'call')
    return isReplacedByBase({ owner, line }, { script, view }) || takes(lastOf(owner ?? ''), name, view)
  if (/^__\w+__$/.test(name)) return true
  if (openNames.has(name)) return true
  return owner !== null && (isDynamic(owner, view) || isElsewhere(owner, { name, script, view }))
}

/**
 * Whether a class of this name, or one that it inherits from, is made with a parameter of this name: stubs may be of
 * another version than the source.
 */
function takes(owner: string, parameter: string, view: GraphView): boolean {
  if (parameter === '') return false
  const seen = new Set([owner])
  for (const one of seen)
    for (const { methods, bases } of view.classesNamed(one)) {
      const makers = methods.filter(({ name }) => name === '__init__')
      if (makers.some(({ parameters }) => parameters.some(({ name }) => name === parameter))) return true
      for (const { text } of bases) seen.add(lastOf(text))
    }
  return false
}

/**
 * Whether `self.part.run()` is called on an attribute that a class of the script declares, and that a base class sets on
 * its instances: then it is what the base makes of it (`impl = JSON` becomes `self.impl = JSON()`).
 */
function isReplacedByBase(
  { owner, line }: Pick<Finding, 'owner' | 'line'>,
  { script, view }: Pick<Case, 'script' | 'view'>,
): boolean {
  const attribute = /^self\.(\w+)\./.exec(owner ?? '')?.[1]
  if (attribute === undefined) return false
  const seen = new Set<string>()
  const isSetBy = (name: string): boolean => {
    if (seen.has(name)) return false
    seen.add(name)
    return view
      .classesNamed(name)
      .some(
        ({ attributes, bases }) =>
          attributes.some(one => one.name === attribute && one.kind === 'instance') ||
          bases.some(base => isSetBy(lastOf(base.text))),
      )
  }
  return script.file.classes.some(
    ({ attributes, bases, line: start, endLine }) =>
      start <= line &&
      line <= endLine &&
      attributes.some(one => one.name === attribute) &&
      bases.some(base => isSetBy(lastOf(base.text))),
  )
}

/**
 * Whether a finding is about a type that the checker inferred from code without annotations, and that is often another
 * one at run time: what an unannotated function returns (`None`, `dict`), a class that a metaclass makes, and classes of
 * the script, whose decorators and bases may add members and parameters. So is one about what JavaScript without
 * declarations takes and returns. Such a finding counts only when the graph agrees.
 */
function isGuess({ kind, owner, isInferred }: Finding, { script, view, classes }: Case): boolean {
  if (isInferred) return true
  if (kind === 'import' || owner === null || script.file.language !== 'python') return false
  if (kind === 'call')
    return (
      isMadeClass(lastOf(owner), { classes, view }) || isLooselyDecorated(lastOf(owner), { script, view })
    )
  const name = classOf(owner)
  return (
    pythonTypes.has(name) ||
    name.startsWith('__class_') ||
    classes.has(name) ||
    view.classesNamed(name).some(one => isMadeByMetaclass(one, view))
  )
}

/** Whether a decorator, a function or the script made a class, so that its parameters are not in its source. */
function isMadeClass(name: string, { classes: own, view }: Pick<Case, 'classes' | 'view'>): boolean {
  if (own.has(name)) return true
  const classes = view.classesNamed(name)
  return classes.length === 0 ? /^[A-Z]\w*[a-z]/.test(name) : classes.some(one => one.decorators.length > 0)
}

/** Whether a metaclass of a library makes the class, or one that it inherits from: it may set attributes on it. */
function isMadeByMetaclass({ keywords, bases }: CodeClass, view: GraphView, depth = 0): boolean {
  const made = view.classesNamed(lastOf(keywords.metaclass ?? ''))
  if (made.some(({ methods }) => methods.some(({ name }) => name === '__new__' || name === '__init__')))
    return true
  return (
    depth < 20 &&
    bases.some(({ text }) =>
      view.classesNamed(lastOf(text)).some(one => isMadeByMetaclass(one, view, depth + 1)),
    )
  )
}

/**
 * Whether the source of a module or class has the name: stubs leave private names out, and may be of another version, and
 * what `__new__` sets is not seen.
 */
function isInSource({ status, type, name }: Judgement, { kind, owner }: Finding, view: GraphView): boolean {
  if (status !== 'VALID') return false
  if (kind === 'import' || type === 'IMPORT') return kind !== 'call'
  return (
    kind === 'member' &&
    owner !== null &&
    (name === `${owner}.${lastOf(name)}` || isDefined(owner, lastOf(name), view))
  )
}

function lastOf(name: string): string {
  return name.slice(name.lastIndexOf('.') + 1)
}

/**
 * Whether a class of this name has members that its body does not show: it creates them at run time, is an empty one
 * that others fill, or a descriptor, in whose place its `__get__` gives something else.
 */
function isDynamic(owner: string, view: GraphView): boolean {
  return view
    .classesNamed(classOf(owner))
    .some(one => one.isDynamic || isEmpty(one) || one.methods.some(({ name }) => name === '__get__'))
}

/** Whether a class of this name has the member. */
function isDefined(owner: string, member: string, view: GraphView): boolean {
  return view
    .classesNamed(classOf(owner))
    .some(({ methods, attributes }) => [...methods, ...attributes].some(({ name }) => name === member))
}

/**
 * Whether the owner of a Python member is no class or module that the graph knows: a name that another file of a page
 * defines (`Unbound`), a module that is not parsed, or one whose part of that name another module imports.
 */
function isElsewhere(
  owner: string,
  { name, script, view }: { name: string } & Pick<Case, 'script' | 'view'>,
): boolean {
  if (script.file.language !== 'python') return false
  return owner === 'Unbound' || view.findSubmodule(owner, name) !== null
}

function findUse(judgements: readonly Judgement[], { kind, line, name }: Finding): Judgement | null {
  if (kind === 'call') {
    const before = judgements.filter(one => calls.has(one.type) && one.line <= line && one.line > line - 40)
    const nearest = Math.max(...before.map(one => one.line))
    const near = before.filter(one => one.line === nearest)
    return (
      near.find(isWrong) ??
      near.find(({ status, isKnown }) => isKnown && status !== 'NOT_FOUND') ??
      near[0] ??
      null
    )
  }
  const here = judgements.filter(one => one.line === line)
  const isNamed = (one: Judgement) =>
    one.name === name || one.name.endsWith(`.${name}`) || one.name.endsWith(`/${name}`)
  const imports = here.filter(one => one.type === 'IMPORT')
  if (kind === 'import') return imports.find(isNamed) ?? imports.find(isWrong) ?? imports[0] ?? null
  return here.find(one => one.type !== 'IMPORT' && isNamed(one)) ?? null
}

function blame(one: Judgement, finding: Finding): Judgement {
  const { name, candidates } = finding
  return {
    ...one,
    line: finding.line,
    status: finding.kind === 'call' ? 'INVALID' : 'NOT_FOUND',
    confidence: 0.95,
    message: finding.message,
    wrong: one.wrong ?? { name, candidates, members: null, otherwise: [] },
  }
}

const typesOfKinds = { import: 'IMPORT', call: 'FUNCTION_CALL', member: 'ATTRIBUTE_ACCESS' } as const

function toJudgement(finding: Finding): Judgement {
  const { kind, name, line, message, owner, isCalled, candidates } = finding
  return {
    type: isCalled ? 'METHOD_CALL' : typesOfKinds[kind],
    name: owner === null || kind === 'call' ? (owner ?? name) : `${owner}.${name}`,
    line,
    status: kind === 'call' ? 'INVALID' : 'NOT_FOUND',
    confidence: 0.9,
    message,
    library: '',
    isKnown: true,
    details: {},
    wrong: { name, candidates, members: null, otherwise: [] },
  }
}

function doubt(one: Judgement): Judgement {
  return {
    ...one,
    status: 'UNCERTAIN',
    confidence: 0.5,
    message: `${one.message} The type checker does not confirm it.`,
    wrong: null,
  }
}

/** A use that the checker has no finding for. */
function reconsider(one: Judgement, unknown: ReadonlySet<string>): Judgement {
  const { type, status, name, line, isKnown } = one
  if (!isKnown || type === 'IMPORT') return one
  const isSeen = !unknown.has(`${line} ${lastOf(name)}`)
  if (isWrong(one) && isSeen) return doubt(one)
  if (status === 'UNCERTAIN' && isSeen && name.includes('.'))
    return { ...one, status: 'VALID', confidence: 0.9, message: 'The type checker finds it.' }
  return one
}
