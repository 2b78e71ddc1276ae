import { Failure } from '../../core/model/failure.ts'
import { builtInNames, type SettingNames, type SettingRow } from './setting-names.ts'

/** The value of a setting on the command line, not parsed yet. */
export type FlagValue = { flag: string; raw: string | boolean | string[] }

export type TakenFlags = {
  flags: ReadonlyMap<string, FlagValue>
  /** The other words, in order. */
  rest: string[]
}

/** Separates the flags of settings from the rest of a command line. Words after `--` are not flags. */
export function takeFlags(argv: readonly string[], names: SettingNames = builtInNames): TakenFlags {
  const flags = new Map<string, FlagValue>()
  const rest: string[] = []
  for (let index = 0; index < argv.length; index++) {
    const word = argv[index] ?? ''
    if (word === '--') {
      rest.push(...argv.slice(index))
      break
    }
    const found = matchFlag(word, names)
    if (found === null) {
      rest.push(word)
      continue
    }
    if (found.row.setting.kind.placeholder === null) {
      flags.set(found.row.key, { flag: found.flag, raw: found.value ?? !found.isNegated })
      continue
    }
    const raw = found.value ?? argv[++index]
    if (raw === undefined)
      throw new Failure('invalid', 'INVALID_SETTING', `--${found.flag} needs a value.`, {
        hint: `It must be ${found.row.setting.kind.allowed}: --${found.flag} ${found.row.setting.kind.placeholder}`,
      })
    flags.set(found.row.key, { flag: found.flag, raw: merge(flags.get(found.row.key)?.raw, raw, found.row) })
  }
  return { flags, rest }
}

function matchFlag(
  word: string,
  { ofFlag }: SettingNames,
): { row: SettingRow; flag: string; value: string | undefined; isNegated: boolean } | null {
  if (!word.startsWith('--')) return null
  const [flag = '', ...parts] = word.slice(2).split('=')
  const value = parts.length > 0 ? parts.join('=') : undefined
  const row = ofFlag.get(flag)
  if (row !== undefined) return { row, flag, value, isNegated: false }
  const negated = flag.startsWith('no-') ? ofFlag.get(flag.slice(3)) : undefined
  if (negated === undefined || negated.setting.kind.placeholder !== null || value !== undefined) return null
  return { row: negated, flag, value, isNegated: true }
}

function merge(earlier: FlagValue['raw'] | undefined, raw: string, row: SettingRow): string | string[] {
  if (!row.setting.kind.isRepeatable) return raw
  return Array.isArray(earlier) ? [...earlier, raw] : [raw]
}
