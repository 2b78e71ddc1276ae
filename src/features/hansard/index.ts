import { defineToolset } from '../../core/contract/define-toolset.ts'
import type { Services } from '../services.ts'
import { briefing } from './briefing.ts'
import { compareSpeakers } from './compare-speakers.ts'
import { countSpeechesByMonth } from './count-speeches-by-month.ts'
import { datasetStats } from './dataset-stats.ts'
import { getSpeech } from './get-speech.ts'
import { importHansard } from './import-hansard.ts'
import { ingestSpeech } from './ingest-speech.ts'
import { listSpeakers } from './list-speakers.ts'
import { searchSpeeches } from './search-speeches.ts'
import { wordFailure } from './word-failure.ts'

export const hansard = defineToolset<Services>({
  name: 'hansard',
  title: 'Hansard',
  description: "A parliament's record: who said what about something, when, and where it stands.",
  tools: [
    searchSpeeches,
    getSpeech,
    listSpeakers,
    compareSpeakers,
    countSpeechesByMonth,
    ingestSpeech,
    importHansard,
  ],
  resources: [datasetStats],
  prompts: [briefing],
  wordFailure,
})
