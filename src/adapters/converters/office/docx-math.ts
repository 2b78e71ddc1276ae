import { type Dom, type DomElement, isElement, textOf } from '../web/parse-html.ts'

/** The DOCX library drops formulas: replaces each by a run of linear text. */
export function replaceFormulas($: Dom): void {
  for (const formula of $('m\\:oMath').toArray()) {
    const text = linearMath(formula)
    const run = $('<w:r><w:t xml:space="preserve"></w:t></w:r>')
    run.find('w\\:t').text(text === '' ? '' : `$${text}$`)
    $(formula).replaceWith(run)
  }
  for (const paragraph of $('m\\:oMathPara').toArray()) $(paragraph).replaceWith($(paragraph).find('w\\:r'))
}

/** Writes an Office formula on one line, similar to TeX: `\frac{a}{b}`, `x^{2}`, `\sqrt{y}`. */
function linearMath(formula: DomElement): string {
  return write(formula).replace(/\s+/g, ' ').trim()
}

type Writer = (part: (name: string) => string, element: DomElement) => string

const writers: Readonly<Record<string, Writer>> = {
  'm:f': part => `\\frac{${part('m:num')}}{${part('m:den')}}`,
  'm:sSup': part => `${part('m:e')}^{${part('m:sup')}}`,
  'm:sSub': part => `${part('m:e')}_{${part('m:sub')}}`,
  'm:sSubSup': part => `${part('m:e')}_{${part('m:sub')}}^{${part('m:sup')}}`,
  'm:sPre': part => `{}_{${part('m:sub')}}^{${part('m:sup')}}${part('m:e')}`,
  'm:rad': part => (part('m:deg') ? `\\sqrt[${part('m:deg')}]{${part('m:e')}}` : `\\sqrt{${part('m:e')}}`),
  'm:func': part => `${part('m:fName')} ${part('m:e')}`,
  'm:limLow': part => `${part('m:e')}_{${part('m:lim')}}`,
  'm:limUpp': part => `${part('m:e')}^{${part('m:lim')}}`,
  'm:nary': (part, element) =>
    `${property(element, 'm:chr') ?? '∫'}${bound('_', part('m:sub'))}${bound('^', part('m:sup'))} ${part('m:e')}`,
  'm:d': (_, element) => {
    const inner = childrenNamed(element, 'm:e')
      .map(write)
      .join(property(element, 'm:sepChr') ?? '|')
    return `${property(element, 'm:begChr') ?? '('}${inner}${property(element, 'm:endChr') ?? ')'}`
  },
  'm:m': (_, element) =>
    `[${childrenNamed(element, 'm:mr')
      .map(row => childrenNamed(row, 'm:e').map(write).join(', '))
      .join('; ')}]`,
  'm:eqArr': (_, element) => childrenNamed(element, 'm:e').map(write).join('; '),
  'm:acc': (part, element) => part('m:e') + (property(element, 'm:chr') ?? '\u0302'),
  'm:t': (_, element) => textOf(element),
  'w:t': (_, element) => textOf(element),
}

function write(element: DomElement): string {
  const writer = writers[element.name]
  if (writer !== undefined) return writer(name => childrenNamed(element, name).map(write).join(''), element)
  if (element.name.endsWith('Pr')) return ''
  return element.children.filter(isElement).map(write).join('')
}

function childrenNamed(element: DomElement, name: string): DomElement[] {
  return element.children.filter(isElement).filter(child => child.name === name)
}

/** A character from the properties of an element, such as the sign of a sum. */
function property(element: DomElement, name: string): string | undefined {
  const properties = element.children.filter(isElement).find(child => child.name === `${element.name}Pr`)
  return properties && childrenNamed(properties, name)[0]?.attribs['m:val']
}

function bound(sign: string, text: string): string {
  return text === '' ? '' : `${sign}{${text}}`
}
