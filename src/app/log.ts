import type { Clock } from '../core/ports/clock.ts'
import type { Log, LogLevel } from '../core/ports/log.ts'
import { escapeControls } from '../core/text/shown-text.ts'
import { systemClock } from './clock.ts'
import type { Config } from './config/load-config.ts'
import type { World } from './world.ts'

export type LogOptions = {
  level: LogLevel
  format: 'text' | 'json'
  clock: Pick<Clock, 'now'>
  write(line: string): void
}

type Fields = NonNullable<Parameters<Log['write']>[2]>

const order: readonly LogLevel[] = ['debug', 'info', 'warn', 'error']

/** Opens the log on stderr. `quietLevel` is its level unless the settings contain one. */
export function openLog(
  { values, origins }: Pick<Config, 'values' | 'origins'>,
  { streams }: Pick<World, 'streams'>,
  quietLevel: LogLevel,
): Log {
  const isTerminal = streams.stderr.isTTY === true
  const format = values['log.format'] === 'auto' ? (isTerminal ? 'text' : 'json') : values['log.format']
  const level = origins['log.level'].from === 'default' ? quietLevel : values['log.level']
  return createLog({ level, format, clock: systemClock, write: line => streams.stderr.write(line) })
}

/** Creates a log that writes one line per event. */
export function createLog({ level, format, clock, write }: LogOptions): Log {
  const lineOf = format === 'json' ? jsonLine : textLine
  return {
    write(eventLevel, event, fields = {}) {
      if (order.indexOf(eventLevel) < order.indexOf(level)) return
      write(`${lineOf({ time: clock.now(), level: eventLevel, event, fields })}\n`)
    },
  }
}

type Entry = { time: string; level: LogLevel; event: string; fields: Fields }

function jsonLine({ time, level, event, fields }: Entry): string {
  return escapeControls(JSON.stringify({ time, level, event, ...fields }))
}

/** `12:30:59 info  call tool=search ms=12 outcome=ok` */
function textLine({ time, level, event, fields }: Entry): string {
  const pairs = Object.entries(fields).map(([name, value]) => `${name}=${quoteWhenNeeded(value)}`)
  return [time.slice(11, 19), level.padEnd(5), event, ...pairs].join(' ')
}

function quoteWhenNeeded(value: Fields[string]): string {
  const text = String(value)
  return /^[^\s"=\p{Cc}\p{Cf}]+$/u.test(text) ? text : escapeControls(JSON.stringify(text))
}
