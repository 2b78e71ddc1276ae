import type {
  ResourceContents,
  ResourceProvider,
  ResourceSummary,
} from '../../../src/core/contract/resources.ts'
import { redPixel } from './samples.ts'

const contents: readonly ResourceContents[] = [
  {
    uri: 'test://static-text',
    mimeType: 'text/plain',
    text: 'This is the content of the static text resource.',
  },
  { uri: 'test://static-binary', mimeType: 'image/png', blob: redPixel },
  { uri: 'test://watched-resource', mimeType: 'text/plain', text: 'A resource to subscribe to.' },
]

const summaries: readonly ResourceSummary[] = contents.map(({ uri, mimeType }) => {
  const name = uri.slice('test://'.length)
  return { uri, name, description: `The fixture ${name}`, mimeType }
})

export const fixtureResources: ResourceProvider = {
  templates: [
    {
      uriTemplate: 'test://template/{id}/data',
      name: 'template',
      description: 'A resource that repeats the id of its address',
      mimeType: 'application/json',
    },
  ],
  async list() {
    return { resources: summaries, nextCursor: null }
  },
  async read(uri) {
    const id = /^test:\/\/template\/([^/]+)\/data$/.exec(uri)?.[1]
    if (id === undefined) return contents.find(known => known.uri === uri) ?? null
    const text = JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` })
    return { uri, mimeType: 'application/json', text }
  },
}
