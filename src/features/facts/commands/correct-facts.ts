import { readFile } from 'node:fs/promises'
import type { CommandCall } from '../../../core/contract/shell/command.ts'
import type { CommandHost } from '../../../core/contract/shell/command-host.ts'
import { Failure } from '../../../core/model/failure.ts'
import type { Correction } from '../corrections.ts'
import type { Services } from '../services.ts'

/** `quire graph facts correct [name] [--merge-into … | --split-from … | --wrong RELATION --object …] [--undo] [--from file]`. */
export async function runCorrectCommand(host: CommandHost<Services>, call: CommandCall): Promise<number> {
  const { values, terminal, wantsJson, signal } = call
  const { facts: access } = await host.open()
  const facts = await access.open()
  const given = typeof values.from === 'string' ? await readCorrections(values.from) : correctionOf(values)
  if (values.undo === true) for (const correction of given) await facts.withdraw(correction, signal)
  else await facts.correct(given, signal)
  const all = await facts.listCorrections()
  terminal.print(
    wantsJson ? JSON.stringify(all, null, 2) : all.map(wordCorrection).join('\n') || 'No corrections.',
  )
  return 0
}

function correctionOf({ name, merge_into, split_from, wrong, object }: CommandCall['values']): Correction[] {
  if (name === undefined) return []
  const who = String(name)
  if (typeof merge_into === 'string') return [{ kind: 'merge', name: who, other: merge_into }]
  if (typeof split_from === 'string') return [{ kind: 'split', name: who, other: split_from }]
  if (typeof wrong === 'string' && typeof object === 'string')
    return [{ kind: 'wrong', name: who, relation: wrong, other: object }]
  throw new Failure('invalid', 'INVALID_INPUT', `What is wrong with "${who}" is not said.`, {
    hint: 'Give --merge-into <name>, --split-from <source>, or --wrong <RELATION> --object <name>.',
  })
}

async function readCorrections(path: string): Promise<Correction[]> {
  const invalid = (cause?: unknown) =>
    new Failure('invalid', 'INVALID_INPUT', `${path} is not a list of corrections.`, {
      hint: 'Use what quire graph facts correct --json prints.',
      cause,
    })
  const text = await readFile(path, 'utf8').catch((cause: unknown) => Promise.reject(invalid(cause)))
  let list: unknown
  try {
    list = JSON.parse(text)
  } catch (cause) {
    throw invalid(cause)
  }
  if (!Array.isArray(list) || !list.every(isCorrection)) throw invalid()
  return list
}

function isCorrection(value: unknown): value is Correction {
  const [kind, name, relation, other] = ['kind', 'name', 'relation', 'other'].map(key =>
    Reflect.get(Object(value), key),
  )
  const isNamed = typeof name === 'string' && typeof other === 'string'
  return (
    isNamed && (kind === 'merge' || kind === 'split' || (kind === 'wrong' && typeof relation === 'string'))
  )
}

function wordCorrection(correction: Correction): string {
  switch (correction.kind) {
    case 'merge':
      return `${correction.name} is ${correction.other}`
    case 'split':
      return `${correction.name} in ${correction.other} is somebody else`
    default:
      return `wrong: ${correction.name} ${correction.relation} ${correction.other}`
  }
}
