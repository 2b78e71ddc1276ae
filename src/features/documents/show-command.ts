import { writeFile } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { localCli } from '../../core/contract/caller.ts'
import { type Command, type CommandCall, option } from '../../core/contract/shell/command.ts'
import type { CommandHost } from '../../core/contract/shell/command-host.ts'
import { openProgressBar } from '../../core/contract/shell/progress-bar.ts'
import { renderTable } from '../../core/contract/shell/render-table.ts'
import type { Terminal } from '../../core/contract/shell/terminal.ts'
import { Failure } from '../../core/model/failure.ts'
import type { PageOrder } from '../../core/ports/converter.ts'
import { readOriginal } from './read-original.ts'
import type { Services } from './services.ts'

const exampleId = '1b671a64-40d5-591e-99b0-da01ff1f3341'
const width = 1_600

/** `quire show`: prints a document or one of its pages, or draws how the text of a page was put in order. */
export function showCommand(host: CommandHost<Services>): Command {
  return {
    words: ['show'],
    tools: ['get_document'],
    group: 'Documents',
    summary: 'Print a document or a page as Markdown, or draw the layout of a page',
    details:
      'With --page alone, prints the text of that page. With --page and --layout, draws the page of a PDF as a PNG: its regions with their role and their place in the reading order. Prints the orders that were compared, the evidence for each, and the regions. The file must be the one that was ingested.',
    positionals: [{ field: 'doc_id', isRepeatable: false, isRequired: true }],
    get options() {
      return [
        ...host.optionsOf('get_document'),
        option('page', 'Physical page, from 1', { kind: 'integer' }),
        option('layout', 'File to write the picture to', { placeholder: 'file.png' }),
        option('password', 'With --layout: password of an encrypted file'),
      ]
    },
    examples: [
      { line: `quire show ${exampleId} > paper.md`, says: 'Save the text to a file' },
      { line: `quire show ${exampleId} --page 3`, says: 'Print the text of a page' },
      {
        line: `quire show ${exampleId} --page 3 --layout page.png`,
        says: 'Draw the reading order of a page',
      },
    ],
    run: call => show(host, call),
  }
}

async function show(host: CommandHost<Services>, call: CommandCall): Promise<number> {
  const { page, layout, password, ...values } = call.values
  if (layout === undefined && (page ?? password) === undefined)
    return host.runAll([{ tool: 'get_document', values }], call)
  if (layout === undefined && password === undefined && typeof page === 'number')
    return printPage(host, call, { id: String(values.doc_id), page })
  if (typeof layout !== 'string' || typeof page !== 'number' || page < 1)
    throw new Failure('invalid', 'INVALID_INPUT', '--layout needs a file and --page a number from 1.', {
      hint: `quire show ${String(values.doc_id)} --page 1 --layout page.png`,
    })
  const order = await drawLayout(host, call, {
    ...{ id: String(values.doc_id), page, layout },
    password: typeof password === 'string' ? password : null,
  })
  call.terminal.print(call.wantsJson ? JSON.stringify({ page, ...order }) : renderOrder(order, call.terminal))
  call.terminal.note(`Page ${page} was written to ${layout}.`)
  return 0
}

async function printPage(
  host: CommandHost<Services>,
  { terminal, wantsJson }: CommandCall,
  { id, page: number }: { id: string; page: number },
): Promise<number> {
  const { engine } = await host.open()
  const { markdown, pages } = await engine.catalog.readDocument(id)
  const page = pages.find(candidate => candidate.number === number)
  if (page === undefined) throw noPage(number, pages.length)
  const text = markdown.slice(page.start, page.end)
  terminal.print(wantsJson ? JSON.stringify({ page: number, label: page.label, text }) : text)
  if (page.label !== null && page.label !== String(number))
    terminal.note(`Printed page number: ${page.label}.`)
  return 0
}

function noPage(number: number, pages: number): Failure {
  const message =
    pages === 0 ? 'The document has no pages.' : `There is no page ${number}: the document has ${pages}.`
  const hint =
    pages === 0 ? 'Leave --page out to print the whole document.' : `Pass a page from 1 to ${pages}.`
  return new Failure('not_found', 'PAGE_NOT_FOUND', message, { hint })
}

async function drawLayout(
  host: CommandHost<Services>,
  { terminal, signal }: CommandCall,
  { id, page, layout, password }: { id: string; page: number; layout: string; password: string | null },
): Promise<PageOrder> {
  const services = await host.open()
  const document = await services.engine.catalog.readDocument(id)
  const raw = await readOriginal({ ...services, caller: localCli }, document, signal)
  const bar = openProgressBar(terminal)
  const { ocrLanguages } = services.defaults
  const drawing = { page, width, show: { kind: 'layout' } } as const
  const { png, order } = await services.engine
    .drawPage(raw, { options: { password, ocrLanguages }, drawing }, { signal, progress: bar.report })
    .finally(() => bar.close())
  const { cwd, homedir } = host.world
  const path = layout.startsWith('~/') ? join(homedir, layout.slice(2)) : resolve(cwd, layout)
  await writeFile(path, png).catch((error: unknown) => {
    throw new Failure('invalid', 'CANNOT_WRITE', `The picture cannot be written to '${layout}'.`, {
      hint: 'Choose a file in a folder that exists and that you may write to.',
      cause: error,
    })
  })
  return order ?? { regions: [], candidates: [], chosen: '' }
}

function renderOrder({ regions, candidates, chosen }: PageOrder, terminal: Terminal): string {
  const compared = candidates.map(
    ({ name, evidence }) => `${name} ${evidence.toFixed(1)}${name === chosen ? ' (chosen)' : ''}`,
  )
  const rows = regions.map((region, index) => ({ ...region, number: index + 1 }))
  const table = renderTable(
    rows,
    [
      { title: '#', cell: ({ number }) => String(number), align: 'right' },
      { title: 'role', cell: ({ role }) => role },
      { title: 'x0 y0 x1 y1', cell: ({ x0, y0, x1, y1 }) => [x0, y0, x1, y1].map(Math.round).join(' ') },
      { title: 'begins', cell: ({ text }) => text, isFlexible: true },
    ],
    terminal,
  )
  return `Orders: ${compared.join(', ')}\n\n${table}`
}
