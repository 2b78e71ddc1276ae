import type { Hono } from 'hono'

/** What RFC 9728 publishes about this server, so that clients find who issues tokens for it. */
export type ResourceMetadata = {
  /** The identifier of the resource: what tokens must name as audience. */
  resource: string
  authorizationServers: readonly string[]
  scopes: readonly string[]
}

const wellKnown = '/.well-known/oauth-protected-resource'

/** The address of the metadata: RFC 9728 puts the well-known part before the path of the resource. */
export function metadataUrlOf({ resource }: Pick<ResourceMetadata, 'resource'>): string {
  const { origin, pathname } = new URL(resource)
  return `${origin}${wellKnown}${pathname === '/' ? '' : pathname}`
}

export function isMetadataPath(pathname: string): boolean {
  return pathname === wellKnown || pathname.startsWith(`${wellKnown}/`)
}

/**
 * Adds the metadata at its address, and at the one without a path, which earlier clients ask for. Clients of MCP know the
 * address of the endpoint and ask for its metadata first, so that is a resource too.
 */
export function addResourceMetadata(app: Hono, metadata: ResourceMetadata): void {
  const { resource } = metadata
  const endpoint = `${resource}/mcp`
  const add = (path: string, named: string) =>
    app.get(path, context => context.json(bodyOf({ ...metadata, resource: named })))
  add(new URL(metadataUrlOf({ resource: endpoint })).pathname, endpoint)
  for (const path of new Set([wellKnown, new URL(metadataUrlOf(metadata)).pathname])) add(path, resource)
}

function bodyOf({ resource, authorizationServers, scopes }: ResourceMetadata) {
  return {
    resource,
    authorization_servers: authorizationServers,
    scopes_supported: scopes,
    bearer_methods_supported: ['header'],
    resource_name: 'Quire',
  }
}
