import { setting } from '../../core/contract/setting.ts'
import { paths } from '../../core/contract/setting-kinds.ts'
import { defineFeature } from '../../core/feature.ts'
import { wordFailure } from './word-failure.ts'

const settings = {
  'hansard.members': setting({
    kind: paths,
    default: [],
    description: 'Tables of members, parties and electorates (or folders of them) for hansard imports',
    project: true,
  }),
}

const speeches = { name: 'speeches', field: 'speech_id', toolsets: ['documents', 'hansard', 'system'] }

/** A parliament's record: who said what, when, and where it is printed. */
export const hansard = defineFeature({
  name: 'hansard',
  toolset: {
    name: 'hansard',
    title: 'Hansard',
    description: "A parliament's record: who said what about something, when, and where it is printed.",
    firstCall: {
      tool: 'search_speeches',
      advice: 'Call search_speeches first; cite speaker, date and speech_id.',
    },
    wordFailure,
  },
  settings,
  itemFolders: [speeches],
  templates: [
    {
      uriTemplate: `quire://hansard/${speeches.name}/{speech_id}{?chars,chunk}`,
      name: 'speech',
      toolsets: speeches.toolsets,
      title: 'Speech',
      description: 'One speech of the parliamentary record; chunk=0 is its first passage.',
      mimeType: 'text/markdown',
    },
  ],
  load: async () => (await import('./contents.ts')).contents,
  async open(host) {
    const { hansardAccess } = await import('./services.ts')
    const tables = {
      paths: host.settings['hansard.members'],
      roots: host.settingRoots('hansard.members'),
    }
    return { services: { hansard: hansardAccess(host.files, tables) } }
  },
})
