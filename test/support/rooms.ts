/**
 * Imports a module of a feature, for tests that need several features. It is not a static import, so that the
 * types of these tests do not depend on the feature.
 */
export async function fromRoom<Module>(feature: string, path: string): Promise<Module> {
  return import(new URL(`../../src/features/${feature}/${path}`, import.meta.url).href)
}
