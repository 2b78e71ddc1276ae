import { usePolled } from '../state/poll.ts'
import type { Activity } from '../state/types.ts'
import { texts } from '../texts.ts'

const pollMs = 3_000
const shownCalls = 50

/** The last calls of the server. The log knows which tool was called and how it ended, not what was asked. */
export function CallLog() {
  const found = usePolled<Activity>('system/list_activity', pollMs).value?.calls
  if (found === undefined) return null
  return (
    <section>
      <h2>{texts.status.calls}</h2>
      <p class="quiet">{texts.status.callsWhy}</p>
      {found.length === 0 ? <p class="quiet">{texts.status.noCalls}</p> : null}
      {found.length === 0 ? null : (
        <section class="table-wrap log" tabindex={0} aria-label={texts.status.calls}>
          <table>
            <thead>
              <tr>
                <th scope="col">{texts.status.callAt}</th>
                <th scope="col">{texts.status.callTool}</th>
                <th scope="col">{texts.status.callBy}</th>
                <th scope="col" class="number">
                  {texts.status.callMs}
                </th>
                <th scope="col">{texts.status.callOutcome}</th>
              </tr>
            </thead>
            <tbody>
              {found.slice(0, shownCalls).map(({ at, tool, surface, correlation_id, ms, outcome }) => (
                <tr key={`${correlation_id} ${tool} ${at}`}>
                  <td>{new Date(at).toLocaleTimeString('en-GB')}</td>
                  <td>
                    <code>{tool}</code>
                  </td>
                  <td>{surface}</td>
                  <td class="number">{ms}</td>
                  <td class={outcome === 'ok' ? 'good' : 'bad'}>{outcome}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </section>
      )}
    </section>
  )
}
