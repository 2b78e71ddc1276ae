import { setImmediate } from 'node:timers/promises'
import { throwIfAborted } from '../../../../core/model/failure.ts'
import type { RecordDraft, SittingHeader } from '../draft.ts'
import type { HansardProblem } from '../problems.ts'
import { draftCollector } from './draft-collector.ts'
import { dropStrayEnds, type Markup, repairMarkup } from './repair-markup.ts'

export type MarkupRecord = {
  isSgml: boolean
  header: SittingHeader
  drafts: RecordDraft[]
  problems: HansardProblem[]
}

export type Attributes = Readonly<Record<string, string>>

type MarkupEvents = {
  open(name: string, attributes: Attributes, line: number): void
  close(name: string): void
  text(text: string): void
  problem(line: number, message: string): void
}

/** In characters. Parsing this much takes about a millisecond; then the event loop runs other work. */
const pieceLength = 65_536

/** Reads one day's record, in any version of the parliament's markup, into drafts. */
export async function readMarkup(text: string, signal: AbortSignal): Promise<MarkupRecord> {
  const markup = repairMarkup(text)
  const first = await collect(markup, signal)
  if (first.isSound) return first.record
  const problems = [...markup.problems]
  const balanced = { ...markup, text: dropStrayEnds(markup.text, problems), problems }
  const second = await collect(balanced, signal)
  return second.record
}

async function collect(
  markup: Markup,
  signal: AbortSignal,
): Promise<{ isSound: boolean; record: MarkupRecord }> {
  const problems = [...markup.problems]
  const collector = draftCollector()
  const events: MarkupEvents = {
    open: collector.open,
    close: () => collector.close(),
    text: collector.text,
    problem: (line, message) => {
      problems.push({ line, message })
    },
  }
  const isSound = await scanMarkup(markup, events, signal)
  return { isSound, record: { isSgml: markup.isSgml, problems, ...collector.finish() } }
}

/**
 * Parses a file and reports its content in order. Every `open` is followed by its `close`: an unclosed tag is closed
 * where the element around it ends. Returns false when an end tag without a start tag made the parser close all open
 * elements: then the events since are wrong.
 */
async function scanMarkup(markup: Markup, events: MarkupEvents, signal: AbortSignal): Promise<boolean> {
  const { SaxesParser } = await import('saxes')
  const parser = new SaxesParser({ fragment: true, xmlns: false, position: true })
  Object.assign(parser.ENTITIES, entities)
  const open: string[] = []
  let isSound = true
  parser.on('opentag', tag => {
    open.push(tag.name)
    events.open(tag.name, lowerCaseKeys(tag.attributes, markup.isSgml), parser.line)
  })
  parser.on('closetag', tag => {
    open.pop()
    events.close(tag.name)
  })
  parser.on('text', text => events.text(text))
  parser.on('cdata', text => events.text(text))
  parser.on('error', error => {
    const message = error.message.replace(/^[^ ]*\d+:\d+: /, '')
    if (message.startsWith('unmatched closing tag')) isSound = false
    if (isDamage(message, markup)) events.problem(parser.line, wordDamage(message))
  })
  for (let at = 0; at < markup.text.length; at += pieceLength) {
    throwIfAborted(signal)
    parser.write(markup.text.slice(at, at + pieceLength))
    await setImmediate()
  }
  parser.close()
  while (open.length > 0) events.close(open.pop() ?? '')
  return isSound
}

function lowerCaseKeys(attributes: Attributes, isSgml: boolean): Attributes {
  if (!isSgml) return attributes
  return Object.fromEntries(Object.entries(attributes).map(([key, value]) => [key.toLowerCase(), value]))
}

/** Whether to report an error of the parser. SGML allows missing end tags and attributes without quotes. */
function isDamage(message: string, { isSgml }: Markup): boolean {
  if (!isSgml) return true
  return !/^(unexpected close tag|unclosed tag|unquoted attribute|attribute without value)/.test(message)
}

function wordDamage(message: string): string {
  return `The markup is damaged here (${message.replace(/\.$/, '')}); the rest was read.`
}

/** Named characters of HTML and of the ISO sets that SGML files use, without the five that XML defines. */
const entities: Readonly<Record<string, string>> = Object.fromEntries(
  [
    'nbsp:a0 iexcl:a1 cent:a2 pound:a3 curren:a4 yen:a5 brvbar:a6 sect:a7 uml:a8 copy:a9 ordf:aa laquo:ab not:ac shy:ad',
    'reg:ae macr:af deg:b0 plusmn:b1 sup2:b2 sup3:b3 acute:b4 micro:b5 para:b6 middot:b7 cedil:b8 sup1:b9 ordm:ba',
    'raquo:bb frac14:bc frac12:bd half:bd frac34:be iquest:bf Agrave:c0 Aacute:c1 Acirc:c2 Atilde:c3 Auml:c4 Aring:c5',
    'AElig:c6 Ccedil:c7 Egrave:c8 Eacute:c9 Ecirc:ca Euml:cb Igrave:cc Iacute:cd Icirc:ce Iuml:cf ETH:d0 Ntilde:d1',
    'Ograve:d2 Oacute:d3 Ocirc:d4 Otilde:d5 Ouml:d6 times:d7 Oslash:d8 Ugrave:d9 Uacute:da Ucirc:db Uuml:dc Yacute:dd',
    'THORN:de szlig:df agrave:e0 aacute:e1 acirc:e2 atilde:e3 auml:e4 aring:e5 aelig:e6 ccedil:e7 egrave:e8 eacute:e9',
    'ecirc:ea euml:eb igrave:ec iacute:ed icirc:ee iuml:ef eth:f0 ntilde:f1 ograve:f2 oacute:f3 ocirc:f4 otilde:f5',
    'ouml:f6 divide:f7 oslash:f8 ugrave:f9 uacute:fa ucirc:fb uuml:fc yacute:fd thorn:fe yuml:ff OElig:152 oelig:153',
    'Scaron:160 scaron:161 fnof:192 circ:2c6 tilde:2dc ensp:2002 emsp:2003 thinsp:2009 ndash:2013 mdash:2014 horbar:2015',
    'lsquo:2018 rsquo:2019 sbquo:201a ldquo:201c rdquo:201d bdquo:201e dagger:2020 Dagger:2021 bull:2022 hellip:2026',
    'mldr:2026 permil:2030 prime:2032 Prime:2033 lsaquo:2039 rsaquo:203a frasl:2044 euro:20ac trade:2122 frac13:2153',
    'frac23:2154 frac15:2155 frac25:2156 frac35:2157 frac45:2158 frac16:2159 frac56:215a frac18:215b frac38:215c',
    'frac58:215d frac78:215e larr:2190 uarr:2191 rarr:2192 darr:2193 minus:2212 radic:221a infin:221e asymp:2248 ne:2260',
    'le:2264 ge:2265 squ:25a1 ast:2a dollar:24 percnt:25 num:23 commat:40 lowbar:5f hyphen:2010 dash:2010 sol:2f bsol:5c',
    'verbar:7c lsqb:5b rsqb:5d lcub:7b rcub:7d plus:2b equals:3d excl:21 quest:3f semi:3b colon:3a comma:2c period:2e',
    'lpar:28 rpar:29 grave:60 Alpha:391 Beta:392 Gamma:393 Delta:394 Omega:3a9 alpha:3b1 beta:3b2 gamma:3b3 delta:3b4',
    'epsilon:3b5 lambda:3bb mu:3bc pi:3c0 rho:3c1 sigma:3c3 tau:3c4 phi:3c6 omega:3c9 check:2713 cross:2717 star:2606',
  ]
    .flatMap(line => line.split(' '))
    .map(pair => pair.split(':'))
    .map(([name = '', code = '']) => [name, String.fromCodePoint(Number.parseInt(code, 16))]),
)
