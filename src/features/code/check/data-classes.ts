import type { CodeAttribute, CodeFile, CodeParameter } from '../model/code.ts'
import type { ClassPart, Lineage } from './values.ts'

/** Whether decorators give a class a constructor made of its fields. */
export function isDataclass({ definition, file }: ClassPart): boolean {
  return definition.decorators.some(
    decorator => (isStandard(decorator) || isAttrs(decorator, file)) && !/\binit\s*=\s*False/.test(decorator),
  )
}

/** `@attr.s`, `@attrs.define` and their like, by whatever name they were imported. */
export function isAttrs(decorator: string, { imports }: CodeFile): boolean {
  if (/^attrs?\.(s|attrs|attributes|dataclass|define|mutable|frozen)\b/.test(decorator)) return true
  const [name = ''] = /^\w+/.exec(decorator) ?? []
  return imports.some(
    one =>
      one.alias === name &&
      /^attrs?$/.test(one.module) &&
      /^(s|attrs|attributes|dataclass|define|mutable|frozen)$/.test(one.name ?? ''),
  )
}

/** The parameters of a constructor made of fields, bases first. Null where a text was too long to be kept whole. */
export function fieldParameters(lineage: Lineage): CodeParameter[] | null {
  const fields = new Map<string, CodeParameter>()
  for (const part of lineage.parts.toReversed()) {
    const { decorators, attributes } = part.definition
    const decorator = decorators.find(text => isStandard(text) || isAttrs(text, part.file))
    if (decorator === undefined) continue
    const isOfAttrs = !isStandard(decorator)
    if (isOfAttrs && /…|\bthese\s*=/.test(decorator)) return null
    let isKeywordOnly = /kw_only\s*=\s*True/.test(decorator)
    for (const attribute of attributes) {
      if (/(^|\.)KW_ONLY$/.test(attribute.type?.text ?? '')) isKeywordOnly = true
      else if (isOfAttrs ? isAttrsField(attribute, decorator) : isField(attribute)) {
        if (isCut(attribute)) return null
        const parameter = isOfAttrs ? attrsParameter(attribute) : fieldParameter(attribute)
        const named = isKeywordOnly || /kw_only=True/.test(attribute.default ?? '')
        // A field set again keeps its first place, but for attrs, where it comes anew.
        if (isOfAttrs) fields.delete(parameter.name)
        if (takesArgument(attribute))
          fields.set(parameter.name, named ? { ...parameter, kind: 'keyword_only' } : parameter)
      }
    }
  }
  return [...fields.values()]
}

export function fieldParameter({ name, type, default: text }: CodeAttribute): CodeParameter {
  const isEmptyField = text !== null && /field\(/.test(text) && !/default/.test(text)
  const isOptional = text !== null && !isEmptyField
  return { name, kind: 'positional', type, default: isOptional ? text : null, isOptional }
}

function isStandard(decorator: string): boolean {
  return /^(\w+\.)?dataclass\b/.test(decorator) && !/^attrs?\./.test(decorator)
}

function isField({ kind, type, isStatic }: CodeAttribute): boolean {
  return kind === 'field' && type !== null && !isStatic
}

const madeByAttrs = /^(\w+\.)*(ib|attrib|attr|field)\(/

/** Those made by a call; those that are only annotated where the decorator collects them. */
function isAttrsField({ kind, type, default: text }: CodeAttribute, decorator: string): boolean {
  if (kind !== 'field' || /ClassVar/.test(type?.text ?? '')) return false
  const collects =
    /auto_attribs\s*=\s*True/.test(decorator) || !/^(attr\.)?(s|attrs|attributes)\b/.test(decorator)
  return madeByAttrs.test(text ?? '') || (collects && type !== null)
}

/** Constructors take private fields without their underscores. */
function attrsParameter(attribute: CodeAttribute): CodeParameter {
  const { default: text, type } = attribute
  const alias = /\balias="(\w+)"/.exec(text ?? '')?.[1]
  const isMade = madeByAttrs.test(text ?? '')
  const isOptional = text !== null && (!isMade || /\b(default|factory)=|\((?!\w+=|\))/.test(text))
  const name = alias ?? attribute.name.replace(/^_+/, '')
  return { name, kind: 'positional', type, default: isOptional ? text : null, isOptional }
}

function takesArgument({ default: text }: CodeAttribute): boolean {
  return !/\binit=False/.test(text ?? '')
}

function isCut({ default: text }: CodeAttribute): boolean {
  return text !== null && /^[\w.]+\(/.test(text) && !text.endsWith(')')
}
