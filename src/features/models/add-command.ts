import { stat } from 'node:fs/promises'
import { isAbsolute, join, resolve } from 'node:path'
import type { CommandCall } from '../../core/contract/shell/command.ts'
import { openProgressBar } from '../../core/contract/shell/progress-bar.ts'
import { Failure } from '../../core/model/failure.ts'
import type { ShelvedModel } from '../../core/ports/model-shelf.ts'
import { addModel, megabytes } from './add-model.ts'
import { isModelId, openHub } from './hub/hub-client.ts'
import { importFolder } from './import-folder.ts'
import type { ModelHost } from './model-commands.ts'
import { idOf } from './recommended.ts'

/** `quire model add <id>`. */
export async function addCommand(host: ModelHost, call: CommandCall): Promise<number> {
  const { values, terminal, signal } = call
  const given = String(values.id)
  const file = textOf(values.file)
  const { models: shelf, settings, network } = await host.bare()
  const folder = await folderOf(given, host)
  const bar = openProgressBar(terminal)
  const context = { signal, progress: bar.report }
  let added: ShelvedModel
  try {
    if (folder !== null)
      added = await importFolder({ folder, name: textOf(values.name), file }, { shelf }, context)
    else {
      const hub = openHub({
        url: String(settings['hub.url']),
        token: textOf(settings['hub.token']),
        network,
      })
      added = await addModel({ model: requireId(given), file }, { hub, shelf }, context).finally(() =>
        hub.close(),
      )
    }
  } finally {
    bar.close()
  }
  if (call.wantsJson) terminal.print(JSON.stringify(added, null, 2))
  else {
    const { good, dim } = terminal.style
    terminal.print(`${good('added')}  ${added.name}  ${dim(factsOf(added))}`)
    terminal.print(`Use it with: quire model use ${added.name}`)
  }
  return 0
}

function factsOf({ kind, dimensions, maxTokens, bytes, license }: ShelvedModel): string {
  const facts = [
    kind,
    dimensions === null ? null : `${dimensions} dimensions`,
    `${maxTokens} tokens`,
    megabytes(bytes),
    license,
  ]
  return facts.filter(fact => fact !== null).join(', ')
}

/** A path, or the name of a folder in the working directory that is no short name. */
async function folderOf(given: string, { world }: ModelHost): Promise<string | null> {
  const path = given.startsWith('~/') ? join(world.homedir, given.slice(2)) : resolve(world.cwd, given)
  const isFolder = await stat(path).then(
    found => found.isDirectory(),
    () => false,
  )
  const isPath = isAbsolute(given) || /^(~|\.{1,2})[/\\]/.test(given)
  if (isPath && !isFolder)
    throw new Failure('not_found', 'MODEL_NOT_FOUND', `There is no folder ${given}.`, {
      hint: 'Pass a folder with model.onnx (or onnx/model.onnx), tokenizer.json and config.json, or an id at the hub.',
    })
  return isPath ? path : null
}

function requireId(given: string): string {
  const id = idOf(given)
  if (given === 'gte-small')
    throw new Failure('conflict', 'MODEL_BUNDLED', 'gte-small is part of Quire; there is nothing to fetch.')
  if (isModelId(id)) return id
  throw new Failure('invalid', 'INVALID_INPUT', `"${given}" is not the id of a model.`, {
    hint: 'Use organisation/name as the hub writes it, a name of quire model list, or a path like ./folder.',
  })
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' && value !== '' ? value : null
}
