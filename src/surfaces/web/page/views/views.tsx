import { signal } from '@preact/signals'
import { type ComponentType, render } from 'preact'
import { AnswerView } from '../parts/answer-view.tsx'
import { ErrorNote, Warnings } from '../parts/error-note.tsx'
import { GraphPicture } from '../parts/graph-picture.tsx'
import { HitCard } from '../parts/hit-card.tsx'
import { TimeChart } from '../parts/time-chart.tsx'
import { Toasts } from '../parts/toasts.tsx'
import { VerdictView } from '../parts/verdict-view.tsx'
import { Waiting } from '../parts/waiting.tsx'
import { callTool, callToolsBy } from '../state/api.ts'
import { useTool } from '../state/load.ts'
import { asCallError, CallError, readError } from '../state/send-request.ts'
import type { Answer, Graph, GraphNode, Months, Place, Verdict } from '../state/types.ts'
import { texts } from '../texts.ts'
import { asPassages } from './as-passages.ts'
import { callServerTool, connectToHost, isCancelled, toolInput, toolResult } from './host.ts'
import { ReaderView } from './reader-view.tsx'

/** What every view gets: the input and the answer of the call that it shows. */
type ViewProps = { input: Record<string, unknown>; value: Record<string, unknown> }

const views: Readonly<Record<string, ComponentType<ViewProps>>> = {
  hits: HitsView,
  reader: PassageView,
  verdict: QuoteView,
  chart: ChartView,
  graph: GraphView,
}

/** A place that the person has opened from a list, over it. */
const opened = signal<{ place: Place; mark: [number, number] } | null>(null)
const problem = signal<CallError | null>(null)

callToolsBy((tool, input) => callServerTool(tool.split('/').at(-1) ?? tool, input))

function App() {
  const result = toolResult.value
  const View = views[document.documentElement.dataset.view ?? ''] ?? HitsView
  return (
    <>
      <ErrorNote error={problem.value ?? errorOf()} />
      {result === null ? (
        <p role="status">{isCancelled.value ? texts.views.cancelled : texts.views.waiting}</p>
      ) : null}
      {opened.value === null ? null : (
        <ReaderView
          {...opened.value}
          open={chunkId => void openPassage(chunkId)}
          back={() => {
            opened.value = null
          }}
        />
      )}
      {opened.value !== null || result?.structuredContent === undefined ? null : (
        <View input={toolInput.value} value={result.structuredContent} />
      )}
      <Toasts />
    </>
  )
}

function errorOf(): CallError | null {
  const result = toolResult.value
  if (result?.isError !== true) return null
  const text = result.content?.[0]?.text ?? ''
  try {
    return readError(JSON.parse(text), 0)
  } catch {
    return new CallError(text)
  }
}

/** Where a passage can be read again: in the project that was searched, else in the libraries. */
function scopeOf({ project, library }: Record<string, unknown>): Record<string, unknown> {
  if (typeof project === 'string') return { project }
  return typeof library === 'string' ? { library } : {}
}

async function openPassage(chunkId: string): Promise<void> {
  await attempt(async () => {
    const input = { ...scopeOf(toolInput.value), chunk_id: chunkId, before: 0, after: 0, max_tokens: 4_000 }
    const place = await callTool<Place>('citations/get_passage', input)
    opened.value = { place, mark: place.char_span }
  })
}

/** A speech has no pages: its words are shown, with the passage marked. */
async function openSpeech(id: string, excerpt: string): Promise<void> {
  await attempt(async () => {
    type Speech = {
      full_text: string
      speaker: string
      party: string
      date: string
      hansard_reference: string
    }
    const speech = await callTool<Speech>('hansard/get_speech', { speech_id: id })
    const start = Math.max(0, speech.full_text.indexOf(excerpt))
    const place: Place = {
      ...{ doc_id: id, title: `${speech.speaker} (${speech.party})`, text: speech.full_text },
      ...{ page_span: null, page_labels: null, section_path: [speech.date, speech.hansard_reference] },
      char_span: [0, speech.full_text.length],
    }
    opened.value = { place, mark: [start, start + excerpt.length] }
  })
}

async function attempt(work: () => Promise<void>): Promise<void> {
  problem.value = null
  try {
    await work()
  } catch (error) {
    problem.value = asCallError(error)
  }
}

function HitsView({ input, value }: ViewProps) {
  if (Array.isArray(value.citations)) {
    // SAFETY: only agent_query answers with citations.
    const answer = value as unknown as Answer
    return (
      <AnswerView
        answer={answer}
        open={({ chunk_id }) =>
          () =>
            void openPassage(chunk_id)
          }
      />
    )
  }
  const hits = asPassages(value)
  const isSpeeches = Object(Object(value).results?.[0]).speech_id !== undefined
  const question = String(input.query ?? input.text ?? '')
  return (
    <section>
      <h1 class="visually-hidden">{texts.search.title}</h1>
      {value.nothing_fits === true ? <p class="note">{texts.search.nothingFits}</p> : null}
      {Array.isArray(value.warnings) ? <Warnings warnings={value.warnings.map(String)} /> : null}
      {hits.length === 0 ? <p class="note">{texts.search.nothing}</p> : null}
      <ol class="hits">
        {hits.map(hit => (
          <HitCard
            key={hit.chunk_id}
            hit={hit}
            question={question}
            explained={undefined}
            isChosen={false}
            open={() => void (isSpeeches ? openSpeech(hit.doc_id, hit.content) : openPassage(hit.chunk_id))}
            more={null}
          />
        ))}
      </ol>
    </section>
  )
}

/** The answer may have passages around the one that was asked for, which is read by itself to be marked. */
function PassageView({ input, value }: ViewProps) {
  // SAFETY: this is the view of get_passage.
  const place = value as unknown as Place
  const { chunk_id } = toolInput.value
  const alone = { ...scopeOf(input), chunk_id, before: 0, after: 0, max_tokens: 4_000 }
  const asked = useTool<Place>('citations/get_passage', typeof chunk_id === 'string' ? alone : null)
  const mark = asked.value.value?.char_span ?? place.char_span
  return <ReaderView place={place} mark={mark} open={chunkId => void openPassage(chunkId)} back={null} />
}

function QuoteView({ input, value }: ViewProps) {
  // SAFETY: this is the view of verify_citation.
  const verdict = value as unknown as Verdict
  return (
    <VerdictView
      verdict={verdict}
      quote={String(input.quote ?? '')}
      open={match => () => {
        opened.value = { place: match, mark: match.char_span }
      }}
    />
  )
}

function ChartView({ input, value }: ViewProps) {
  // SAFETY: this is the view of count_speeches_by_month.
  const { months, total, total_out_of } = value as unknown as Months
  const name = String(input.query ?? '')
  return (
    <section>
      <h1>{texts.chart.byMonth(name)}</h1>
      <p class="quiet">{texts.chart.total(total, total_out_of)}</p>
      <TimeChart
        label={texts.chart.byMonth(name)}
        series={[{ name, months: months.map(({ month, speeches }) => ({ month, count: speeches })) }]}
      />
    </section>
  )
}

const middle = signal<string | null>(null)
const chosen = signal<GraphNode | null>(null)

/** The answer for a model is a drawing in text; the view asks for nodes and edges itself. */
function GraphView({ value }: ViewProps) {
  const input = { of: middle.value ?? value.of, format: 'json', limit: 80 }
  const graph = useTool<Graph>('graph/show_graph', input)
  const found = graph.value.value
  const node = chosen.value
  return (
    <section>
      <h1>{found?.of ?? String(value.of)}</h1>
      <ErrorNote error={graph.error.value} />
      {found === null ? (
        <Waiting what={texts.views.opening} />
      ) : (
        <>
          <p class="quiet">{texts.graph.count(found.node_count, found.edge_count)}</p>
          <GraphPicture
            nodes={found.nodes}
            edges={found.edges}
            chosen={node?.id ?? null}
            choose={next => {
              chosen.value = next
            }}
          />
        </>
      )}
      {node === null ? null : (
        <p class="card">
          <strong>{node.name}</strong> <span class="badge">{node.label}</span> {node.file}{' '}
          <button
            type="button"
            onClick={() => {
              middle.value = node.full_name ?? node.name
            }}
          >
            {texts.graph.expand}
          </button>
        </p>
      )}
    </section>
  )
}

const place = document.getElementById('view')
if (place !== null) render(<App />, place)
void connectToHost()
