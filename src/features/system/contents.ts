import type { FeatureContents } from '../../core/feature.ts'
import { callTool } from './call-tool.ts'
import { cancelJob } from './cancel-job.ts'
import { checkServer } from './check-server.ts'
import { getJob } from './get-job.ts'
import { jobCommands } from './job-commands.ts'
import { listActivity } from './list-activity.ts'
import { listDirectory } from './list-directory.ts'
import { listJobs } from './list-jobs.ts'
import { readFile } from './read-file.ts'
import { readResource } from './read-resource.ts'
import { searchTools } from './search-tools.ts'
import type { Services } from './services.ts'

export const contents: FeatureContents<Services> = {
  tools: [
    searchTools,
    callTool,
    listDirectory,
    readFile,
    readResource,
    listJobs,
    getJob,
    cancelJob,
    listActivity,
    checkServer,
  ],
  commands: jobCommands,
}
