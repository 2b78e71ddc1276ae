import { setImmediate } from 'node:timers/promises'
import { throwIfAborted } from '../../../../core/model/failure.ts'
import { entities } from './entities.ts'
import type { Markup } from './repair-markup.ts'

export type Attributes = Readonly<Record<string, string>>

export type MarkupEvents = {
  open(name: string, attributes: Attributes, line: number): void
  close(name: string): void
  text(text: string): void
  problem(line: number, message: string): void
}

/** Enough to keep the parser busy for about a millisecond, so that other work gets its turn in between. */
const pieceLength = 65_536

/**
 * Tells what a file of markup holds, in order. Every `open` gets its `close`: tags left open are closed where the
 * element around them ends. False when an end tag that closes nothing has made the parser close everything: then what
 * was told since is not to be trusted.
 */
export async function scanMarkup(
  markup: Markup,
  events: MarkupEvents,
  signal: AbortSignal,
): Promise<boolean> {
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
    if (isWorthTelling(message, markup)) events.problem(parser.line, describe(message))
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

/** SGML lets end tags be left out and attributes stand without quotes. */
function isWorthTelling(message: string, { isSgml }: Markup): boolean {
  if (!isSgml) return true
  return !/^(unexpected close tag|unclosed tag|unquoted attribute|attribute without value)/.test(message)
}

function describe(message: string): string {
  return `The markup is damaged here (${message.replace(/\.$/, '')}); what could be read was read.`
}
