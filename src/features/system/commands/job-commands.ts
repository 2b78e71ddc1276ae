import { jobStates } from '../../../core/model/job.ts'
import type { CliOption, Command } from '../../../core/contract/shell/command.ts'
import type { App } from '../../../app/app.ts'

/** `quire jobs …`. Each loads its file when it is run. */
export function jobCommands(app: App): readonly Command[] {
  const callTool = (tool: string) => async (call: Parameters<Command['run']>[0]) =>
    (await import('./jobs.ts')).callJobTool(app, tool, call)
  return [
    {
      words: ['jobs'],
      tools: ['list_jobs'],
      group: 'Jobs',
      summary: 'List long work, newest first: what runs, what ended, what was interrupted',
      positionals: [],
      options: [
        {
          ...option('states', 'string', 'Only jobs in this state'),
          isRepeatable: true,
          choices: jobStates,
          flag: 'state',
        },
        option('limit', 'integer', 'How many to list'),
      ],
      examples: [{ line: 'quire jobs --state running', says: 'What is under way, in any process' }],
      run: callTool('list_jobs'),
    },
    {
      words: ['jobs', 'show'],
      tools: ['get_job'],
      group: 'Jobs',
      summary: 'Show a job and what became of each document',
      positionals: [id],
      options: [
        { ...option('job_id', 'string', 'Id of the job, or its beginning'), isRequired: true },
        option('limit', 'integer', 'How many documents to show'),
        option('offset', 'integer', 'How many to leave out first'),
      ],
      examples: [{ line: 'quire jobs show 1b671a64', says: 'The beginning of an id is enough' }],
      run: callTool('get_job'),
    },
    {
      words: ['jobs', 'watch'],
      group: 'Jobs',
      summary: 'Follow a job until it ends',
      details:
        'Shows a bar until the job ends, wherever it runs. Exits with 0 when it is done and 1 otherwise; Ctrl-C ends the watching, not the job. With --json, one line per change.',
      positionals: [id],
      options: [{ ...option('job_id', 'string', 'Id of the job, or its beginning'), isRequired: true }],
      examples: [],
      run: async call => (await import('./jobs.ts')).watchJob(app, call),
    },
    {
      words: ['jobs', 'cancel'],
      tools: ['cancel_job'],
      group: 'Jobs',
      summary: 'End a job; what it has finished stays',
      positionals: [id],
      options: [{ ...option('job_id', 'string', 'Id of the job, or its beginning'), isRequired: true }],
      examples: [],
      run: callTool('cancel_job'),
    },
  ]
}

const id = { field: 'job_id', isRepeatable: false, isRequired: true, placeholder: 'id' }

function option(field: string, kind: CliOption['kind'], description: string): CliOption {
  return {
    field,
    flag: field.replaceAll('_', '-'),
    kind,
    isRepeatable: false,
    isRequired: false,
    description,
  }
}
