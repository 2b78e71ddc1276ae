import { useSignal } from '@preact/signals'
import { useAction } from '../state/action.ts'
import { callTool } from '../state/api.ts'
import { texts } from '../texts.ts'
import { ErrorNote } from './error-note.tsx'
import { TextArea } from './text-field.tsx'

type Finding = { type: string; location: string; description: string; suggestion?: string }
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
  const { error, isBusy, run } = useAction()
  const check = () =>
    run(async () => {
      const input = { script_content: script.value, language: language.value }
      checked.value = {
        script: script.value,
        report: await callTool<Report>('graph/check_ai_script_hallucinations', input),
      }
    })
  return (
    <section>
      <h2>{texts.graph.check}</h2>
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
          <button type="submit" class="primary" disabled={isBusy.value}>
            {texts.graph.checkIt}
          </button>
        </p>
      </form>
      <ErrorNote error={error.value} />
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
              {`${String(index + 1).padStart(4)}  ${row}\n`}
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
