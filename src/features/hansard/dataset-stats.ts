import type { ToolsetResource } from '../../core/contract/resources.ts'
import type { DocumentGroup, ValueCount } from '../../core/ports/store.ts'
import type { Services } from './services.ts'
import { collectionName } from './speech-fields.ts'

const mostTopics = 10

/** `hansard://dataset/stats`: figures on the stored record, computed on every read. */
export const datasetStats: ToolsetResource<Services> = {
  uri: 'hansard://dataset/stats',
  name: 'hansard-dataset-stats',
  title: 'Hansard: what is stored',
  description:
    'Speeches, passages, words, speakers, sitting days and dates of the stored record, by chamber and party, with its most frequent topics; computed on every read.',
  mimeType: 'application/json',
  async read({ engine }) {
    return JSON.stringify(await countDataset(engine), null, 2)
  },
}

async function countDataset({ catalog, tally }: Services['engine']) {
  const count = (by: string) => tally({ collection: collectionName, by, text: null, filter: [] })
  const chambers = await catalog.groupDocuments(collectionName, {
    by: 'chamber',
    filter: [],
    sum: 'word_count',
    range: 'date',
    top: 'topic_tags',
    latest: [],
  })
  const speakers = await count('speaker_key')
  const days = await count('date')
  const parties = await count('party')
  const topics = await count('topic_tags')
  return {
    speeches: sumOf(chambers, 'documents'),
    passages: await catalog.countChunks({ collections: [collectionName], filter: [] }),
    words: sumOf(chambers, 'sum'),
    speakers: speakers.length,
    sitting_days: days.length,
    first_date: days[0]?.value ?? null,
    last_date: days.at(-1)?.value ?? null,
    chambers: chambers.map(chamber => ({
      chamber: chamber.value,
      speeches: chamber.documents,
      words: chamber.sum,
      first_date: chamber.first,
      last_date: chamber.last,
    })),
    parties: mostFrequent(parties).map(({ value, documents }) => ({ party: value, speeches: documents })),
    top_topics: mostFrequent(topics)
      .slice(0, mostTopics)
      .map(({ value, documents }) => ({ topic: value, speeches: documents })),
  }
}

function sumOf(groups: readonly DocumentGroup[], key: 'documents' | 'sum'): number {
  return groups.reduce((sum, group) => sum + group[key], 0)
}

/** The sort is stable, so equal counts stay in order of value. */
function mostFrequent(counts: readonly ValueCount[]): ValueCount[] {
  return counts.toSorted((one, other) => other.documents - one.documents)
}
