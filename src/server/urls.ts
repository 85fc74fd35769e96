/** Builds the absolute URLs in responses. */
export type Urls = {
  readonly base: string
  /** URL of an object in the API: `location('spaces', id)`. */
  readonly location: (...parts: readonly string[]) => string
  /** URL of a page in the dashboard: `app('s', id)`. */
  readonly app: (...parts: readonly string[]) => string
  /** Public URL of an OpenAPI specification's text. */
  readonly spec: (organizationId: string, slug: string) => string
  /** URL of a published site. */
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
