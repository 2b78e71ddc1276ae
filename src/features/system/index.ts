import { defineToolset } from '../../core/contract/define-toolset.ts'
import type { Services } from '../services.ts'
import { callTool } from './call-tool.ts'
import { cancelJob } from './cancel-job.ts'
import { getJob } from './get-job.ts'
import { listDirectory } from './list-directory.ts'
import { listJobs } from './list-jobs.ts'
import { readFile } from './read-file.ts'
import { readResource } from './read-resource.ts'
import { searchTools } from './search-tools.ts'
import { wordFailure } from '../../core/contract/word-failure.ts'

export const system = defineToolset<Services>({
  name: 'system',
  title: 'System',
  description:
    'Find and call any tool, read the modules generated for them, look at long-running work and end it.',
  tools: [searchTools, callTool, listDirectory, readFile, readResource, listJobs, getJob, cancelJob],
  wordFailure,
})
