import { useSignal } from '@preact/signals'
import { isLoaded } from '../state/catalog.ts'
import { useTool } from '../state/load.ts'
import { texts } from '../texts.ts'
import { ErrorNote } from './error-note.tsx'
import { Waiting } from './waiting.tsx'

type Health = {
  ok: boolean
  checked_at: string
  findings: { name: string; state: 'ok' | 'warn' | 'fail'; says: string; remedy?: string }[]
}

/** What quire doctor finds, problems first, with what to do about each. */
export function HealthReport() {
  const round = useSignal(0)
  const input = { again: round.value > 0 }
  const health = useTool<Health>('system/check_server', isLoaded.value ? input : null, { again: round.value })
  const found = health.value.value
  const problems = found?.findings.filter(({ state }) => state !== 'ok').length ?? 0
  return (
    <section>
      <h2>{texts.status.health}</h2>
      <ErrorNote error={health.error.value} />
      {health.isLoading.value ? <Waiting what={texts.status.checking} /> : null}
      {found === null ? null : (
        <>
          <p role="status" class={problems > 0 ? '' : 'good'}>
            {problems === 0 ? texts.status.well(found.findings.length) : texts.status.problems(problems)}
          </p>
          <ul class="health">
            {found.findings
              .toSorted((one, other) => order.indexOf(one.state) - order.indexOf(other.state))
              .map(({ name, state, says, remedy }) => (
                <li key={`${name} ${says}`} class={state}>
                  <span class="badge">{texts.status.states[state]}</span>
                  <strong>{name}</strong>
                  <span class="says">
                    {says}
                    {remedy === undefined ? null : <span class="quiet remedy">{remedy}</span>}
                  </span>
                </li>
              ))}
          </ul>
          <p class="actions">
            <button
              type="button"
              disabled={health.isLoading.value}
              aria-busy={health.isLoading.value}
              onClick={() => {
                round.value += 1
              }}
            >
              {texts.status.again}
            </button>
            <span class="quiet">{texts.status.checkedAt(new Date(found.checked_at))}</span>
          </p>
        </>
      )}
    </section>
  )
}

const order = ['fail', 'warn', 'ok']
