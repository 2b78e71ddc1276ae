import type { Host } from '../../src/core/feature.ts'

/** The services that the tools of a feature receive in an opened program. */
export async function servicesOf<Services extends Host>(
  { runtime }: { runtime: { services(of: { feature?: string }): Host | Promise<Host> } },
  feature: string,
): Promise<Services> {
  // SAFETY: the program opens a feature with its own services.
  return (await runtime.services({ feature })) as Services
}
