import { useSignal } from '@preact/signals'
import { callTool } from '../state/api.ts'
import { isLoaded } from '../state/catalog.ts'
import { useLoaded } from '../state/load.ts'
import { texts } from '../texts.ts'
import { ErrorNote } from './error-note.tsx'

type Health = {
  ok: boolean
  checked_at: string
  findings: { name: string; state: 'ok' | 'warn' | 'fail'; says: string; remedy?: string }[]
}

/** What quire doctor finds, problems first, with what to do about each. */
export function HealthReport() {
  const round = useSignal(0)
  const health = useLoaded<Health>(() => {
    const input = { again: round.value > 0 }
    return isLoaded.value ? abort => callTool('system/check_server', input, abort) : null
  })
  const found = health.value.value
  const problems = found?.findings.filter(({ state }) => state !== 'ok').length ?? 0
  return (
    <section>
      <h2>{texts.status.health}</h2>
      <ErrorNote error={health.error.value} />
      <p role="status" class={found === null || problems > 0 ? '' : 'good'}>
        {found === null
          ? health.error.value === null
            ? texts.status.checking
            : ''
          : problems === 0
            ? texts.status.well(found.findings.length)
            : texts.status.problems(problems)}
      </p>
      {found === null ? null : (
        <>
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
