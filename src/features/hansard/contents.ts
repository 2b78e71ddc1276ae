import type { FeatureContents } from '../../core/feature.ts'
import { briefing } from './briefing.ts'
import { compareSpeakers } from './compare-speakers.ts'
import { countSpeechesByMonth } from './count-speeches-by-month.ts'
import { datasetStats } from './dataset-stats.ts'
import { getSpeech } from './get-speech.ts'
import { hansardCommands, importHansard } from './import-hansard.ts'
import { ingestSpeech } from './ingest-speech.ts'
import { listSpeakers } from './list-speakers.ts'
import { searchSpeeches } from './search-speeches.ts'
import type { Services } from './services.ts'

export const contents: FeatureContents<Services> = {
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
  commands: hansardCommands,
}
