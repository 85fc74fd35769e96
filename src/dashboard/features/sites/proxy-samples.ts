export const proxyKinds = [
  { value: 'nginx', label: 'nginx' },
  { value: 'caddy', label: 'Caddy' },
  { value: 'worker', label: 'Cloudflare Worker' },
] as const
export type ProxyKind = (typeof proxyKinds)[number]['value']

/** Where a site is shown, such as `example.org` and `/docs`, and what is asked for it, with a slash at its end. */
type Way = { readonly origin: string; readonly target: string; readonly asked: string }

/** What somebody enters in the server of their domain, so that it leads a path of it to a site. */
export const proxySample = (kind: ProxyKind, way: Way): string => samples[kind](way)

const samples: Readonly<Record<ProxyKind, (way: Way) => string>> = {
  nginx: ({ target, asked }) => `location ${target}/ {
    proxy_pass ${asked};${asked.startsWith('https:') ? '\n    proxy_ssl_server_name on;' : ''}
}
`,
  caddy: ({ origin, target, asked }) => `${origin} {
    redir ${target} ${target}/
    handle_path ${target}/* {
        rewrite * ${new URL(asked).pathname.replace(/\/$/, '')}{uri}
        reverse_proxy ${new URL(asked).origin} {
            header_up Host {upstream_hostport}
        }
    }
}
`,
  worker: ({ target, asked }) => `export default {
  async fetch(request) {
    const url = new URL(request.url)
    if (url.pathname === '${target}') return Response.redirect(url.origin + '${target}/', 308)
    if (!url.pathname.startsWith('${target}/')) return fetch(request)
    const asked = '${asked}' + url.pathname.slice(${target.length + 1}) + url.search
    return fetch(new Request(asked, new Request(request, { redirect: 'manual' })))
  },
}
`,
}
