import { type Command, option } from '../../core/contract/shell/command.ts'
import type { CommandHost } from '../../core/contract/shell/command-host.ts'
import type { BareHost, Host } from '../../core/feature.ts'

export type ModelHost = CommandHost<Host> & BareHost

const group = 'Models'
const id: Command['positionals'] = [{ field: 'id', isRepeatable: false, isRequired: true }]
const idOption = (description: string) => option('id', description, { isRequired: true })

/** `quire model …`: fetch models from a hub, choose one, remove them. */
export function modelCommands(host: ModelHost): readonly Command[] {
  return [
    {
      words: ['model', 'list'],
      group,
      summary: 'List the models in the home, and others that are known to work well',
      positionals: [],
      options: [],
      examples: [{ line: 'quire model list --json', says: 'With ids, dimensions and figures' }],
      run: async call => (await import('./list-models.ts')).listModels(host, call),
    },
    {
      words: ['model', 'add'],
      group,
      summary: 'Fetch a model from the hub to the home, or copy it from a folder',
      details:
        'Takes a name of quire model list, any id of a sentence-embedding model or cross-encoder with an ONNX export, or a folder with the same files. An interrupted download is continued. Every file is checked against the hash that the hub names, and the model is run once. HF_ENDPOINT names a mirror, HF_TOKEN a token for models that ask for one.',
      positionals: id,
      options: [
        idOption('Id at the hub (organisation/name), a short name, or a folder'),
        option('file', 'Another ONNX file of the model than the one with 8-bit numbers'),
        option('name', 'Name of a model that is copied from a folder; the name of the folder by default'),
      ],
      examples: [
        { line: 'quire model add multilingual-e5-small', says: 'For text in many languages' },
        {
          line: 'quire model add BAAI/bge-m3 --file onnx/model.onnx',
          says: 'Any model of the hub, with full precision',
        },
        { line: 'quire model add ./my-model', says: 'Without a network' },
      ],
      run: async call => (await import('./add-command.ts')).addCommand(host, call),
    },
    {
      words: ['model', 'remove'],
      group,
      summary: 'Delete a model from the home',
      positionals: id,
      options: [idOption('Id or short name of a model in the home')],
      examples: [],
      run: async call => (await import('./remove-command.ts')).removeCommand(host, call),
    },
  ]
}
