import { usePolled } from '../state/poll.ts'
import type { Activity } from '../state/types.ts'
import { texts } from '../texts.ts'

const pollMs = 2_000

/** A client that was seen this recently counts as connected now. */
const recentMs = 60_000

/** Says which clients have connected, as soon as they do. */
export function ClientWatch() {
  const seen = usePolled<Activity>('system/list_activity', pollMs).value?.clients
  if (seen === undefined) return null
  return (
    <section class="card watch" aria-live="polite">
      <h2>{texts.connect.watch}</h2>
      {seen.length === 0 ? <p class="quiet">{texts.connect.noClient}</p> : null}
      <ul>
        {seen.slice(0, 8).map(({ name, version, surface, last_seen }) => {
          const agoMs = Date.now() - Date.parse(last_seen)
          return (
            <li key={`${name} ${surface}`} class={agoMs < recentMs ? 'here' : ''}>
              <span class="dot" aria-hidden="true" />
              <strong>{name}</strong> {version} <span class="badge">{surface}</span>{' '}
              <span class="quiet">{texts.connect.seen(agoMs)}</span>
            </li>
          )
        })}
      </ul>
    </section>
  )
}
