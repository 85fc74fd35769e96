/** Makes the absolute addresses that answers carry. */
export type Urls = {
  readonly base: string
  /** Address of an object in the interface: `location('spaces', id)`. */
  readonly location: (...parts: readonly string[]) => string
  /** Address of a view in the dashboard: `app('s', id)`. */
  readonly app: (...parts: readonly string[]) => string
  /** Where anybody may read the text of a public OpenAPI specification. */
  readonly spec: (organizationId: string, slug: string) => string
  /** Address of a published site. */
  readonly site: (basename: string) => string
}

/** `base` is without a slash at its end. */
export function urlsOf(base: string): Urls {
  const root = base.replace(/\/+$/, '')
  return {
    base: root,
    location: (...parts) => `${root}/v1/${parts.join('/')}`,
    app: (...parts) => `${root}/${parts.join('/')}`,
    spec: (organizationId, slug) => `${root}/openapi/${organizationId}/${slug}`,
    site: (basename) => `${root}/sites/${basename}/`,
  }
}
