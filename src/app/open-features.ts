import type { Feature, Host, OpenedFeature, OpeningHost } from '../core/feature.ts'
import type { Offers } from '../core/ports/offers.ts'

/** The features of a running program, each opened by the first use of one of its tools. */
export type OpenFeatures = {
  /** What the tools of a feature are given; what every tool is given when no feature is named. */
  services(feature: string | undefined): Promise<Host>
  offered: OpeningHost['offered']
  close(): Promise<void>
}

export function openFeatures(
  features: readonly Feature[],
  /** What every tool is given. */
  host: Host,
  /** The host for opening a feature, without what is here. */
  hostFor: (feature: Feature) => Omit<OpeningHost, 'offered'>,
): OpenFeatures {
  const opened = new Map<string, Promise<OpenedFeature<object>>>()

  function open(feature: Feature): Promise<OpenedFeature<object>> {
    const known = opened.get(feature.name)
    if (known !== undefined) return known
    const opening = feature.open?.({ ...hostFor(feature), offered }) ?? Promise.resolve({ services: {} })
    opened.set(feature.name, opening)
    // What was in the way may be gone at the next call.
    opening.catch(() => opened.delete(feature.name))
    return opening
  }

  async function offered<Name extends keyof Offers>(name: Name): Promise<Offers[Name] | null> {
    const feature = features.find(({ offers }) => offers?.includes(name))
    if (feature === undefined) return null
    return (await open(feature)).offers?.[name] ?? null
  }

  return {
    offered,
    async services(name) {
      const feature = features.find(candidate => candidate.name === name)
      return feature === undefined ? host : { ...host, ...(await open(feature)).services }
    },
    async close() {
      for (const feature of opened.values()) await (await feature.catch(() => null))?.close?.()
    },
  }
}
