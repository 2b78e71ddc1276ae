import { useSignal } from '@preact/signals'
import { useAction } from '../state/action.ts'
import { callLong } from '../state/api.ts'
import { texts } from '../texts.ts'
import { ActionState } from './action-form.tsx'
import { TextArea } from './text-field.tsx'

type Finding = { type: string; location: string; description: string; suggestion?: string; marked: string }
type Report = {
  validation_summary: { total_validations: number; valid_count: number; uncertain_count: number }
  hallucinations_detected: Finding[]
  syntax_problems: { line?: number; message?: string }[]
}

/** A script with the calls marked that the parsed libraries do not have. */
export function ScriptCheck() {
  const script = useSignal('')
  const language = useSignal('python')
  const checked = useSignal<{ script: string; report: Report } | null>(null)
  const action = useAction()
  const check = () =>
    action.run(async report => {
      const input = { script_content: script.value, language: language.value }
      checked.value = {
        script: script.value,
        report: await callLong<Report>('graph/check_ai_script_hallucinations', input, { report }),
      }
    })
  return (
    <section>
      <h2>{texts.graph.check}</h2>
      <p class="quiet">{texts.graph.checkWhy}</p>
      <form
        onSubmit={event => {
          event.preventDefault()
          void check()
        }}
      >
        <TextArea label={texts.graph.script} value={script} rows={8} isCode />
        <p class="actions">
          <label>
            {texts.library.language}{' '}
            <select
              value={language.value}
              onChange={event => {
                language.value = event.currentTarget.value
              }}
            >
              {['python', 'typescript', 'javascript'].map(name => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          </label>
          <button type="submit" class="primary" disabled={action.isBusy.value}>
            {texts.graph.checkIt}
          </button>
        </p>
      </form>
      <ActionState action={action} waiting={texts.graph.checking} />
      <div aria-live="polite">{checked.value === null ? null : <Marked {...checked.value} />}</div>
    </section>
  )
}

function Marked({ script, report }: { script: string; report: Report }) {
  const { validation_summary: sum, hallucinations_detected: found } = report
  const at = Map.groupBy(found, ({ location }) => Number(/\d+/.exec(location)?.[0] ?? 0))
  return (
    <>
      <p>{texts.graph.found(found.length, sum.total_validations, sum.uncertain_count)}</p>
      <pre class="source" tabindex={0}>
        {script.split('\n').map((row, index) => (
          <>
            <code key={`line ${index}`} class={at.has(index + 1) ? 'wrong' : ''}>
              {`${String(index + 1).padStart(4)}  `}
              <MarkedRow row={row} words={(at.get(index + 1) ?? []).map(({ marked }) => marked)} />
              {'\n'}
            </code>
            {(at.get(index + 1) ?? []).map(({ description, suggestion }) => (
              <strong key={description} class="remark">
                {`      ↑ ${description}${suggestion === undefined ? '' : ` ${suggestion}`}\n`}
              </strong>
            ))}
          </>
        ))}
      </pre>
    </>
  )
}

/** A line with its wrong words marked, each in its last place: what it belongs to comes before it. */
function MarkedRow({ row, words }: { row: string; words: string[] }) {
  const places = [...new Set(words.filter(word => word !== ''))]
    .map(word => ({ start: row.lastIndexOf(word), end: row.lastIndexOf(word) + word.length }))
    .filter(({ start }) => start !== -1)
    .sort((a, b) => a.start - b.start)
  let done = 0
  const parts = places.flatMap(({ start, end }) => {
    if (start < done) return []
    const before = row.slice(done, start)
    done = end
    return [before, <mark key={start}>{row.slice(start, end)}</mark>]
  })
  return (
    <>
      {parts}
      {row.slice(done)}
    </>
  )
}
