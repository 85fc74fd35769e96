import { requestPath } from '#contract/client.ts'
import { pathOf, type Route } from '#contract/route.ts'
import { malformedForms } from '../malformed-multipart.ts'
import { hostileText } from './hostile-values.ts'
import type { Random } from './random.ts'
import { valueFor } from './values.ts'

export type FuzzRequest = {
  readonly operation: string
  readonly method: string
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly payload?: string | Buffer
}

/** The objects and callers that requests refer to. */
export type Targets = {
  readonly params: Readonly<Record<string, string>>
  readonly ids: readonly string[]
  /** Tokens of callers; undefined for a request without a credential. */
  readonly tokens: readonly (string | undefined)[]
  /** The token of someone who may do everything, which most requests use so that they get far. */
  readonly strongToken: string | undefined
}

/** Operations that would end the run: they delete what everything else is in, or never end. */
const isExcluded = (route: Route): boolean => route.stream === true || route.id === 'deleteOrganization'

/** A request to one of the operations: as the contract describes it, almost, or not at all. */
export function fuzzRequest(random: Random, routes: readonly Route[], targets: Targets): FuzzRequest {
  const route = random.pick(routes.filter((one) => !isExcluded(one)))
  const hostility = random.pick([0, 0, 0, 0.02, 0.05, 0.1, 0.4])
  const headers: Record<string, string> = {
    ...credentialOf(random, targets),
    ...variedHeaders(random, route),
  }
  const body = bodyFor(random, route, { hostility, ids: targets.ids })
  const method = random.chance(0.01) ? random.pick(['GET', 'PUT', 'POST', 'OPTIONS', 'HEAD']) : route.method
  return {
    operation: route.id,
    method,
    url: pathFor(random, route, targets) + queryFor(random, route, { hostility, ids: targets.ids }),
    headers: { ...body?.headers, ...headers },
    ...(body === null || method === 'GET' || method === 'HEAD' ? {} : { payload: body.payload }),
  }
}

function credentialOf(random: Random, { tokens, strongToken }: Targets): Record<string, string> {
  if (random.chance(0.02))
    return { authorization: random.pick(['', 'Bearer', 'Basic x', 'Bearer ä', 'a b c']) }
  const token = random.chance(0.75) ? strongToken : random.pick(tokens)
  return token === undefined ? {} : { authorization: `Bearer ${token}` }
}

const versions = ['"1"', '"2"', 'W/"1"', '*', '"999999999999999"', '"1", "2"', 'x', '', '"-1"']
const keys = ['once', 'twice', 'k'.repeat(255), 'k'.repeat(256), 'a b', 'ä', '']
const types = ['application/json; charset=utf-16', 'application/JSON', 'text/plain', 'application/xml', '/']

function variedHeaders(random: Random, route: Route): Record<string, string> {
  const some = (probability: number, name: string, values: readonly string[]) =>
    random.chance(probability) ? { [name]: random.pick(values) } : {}
  return {
    ...some(route.versioned ? 0.3 : 0.05, 'if-match', versions),
    ...some(0.1, 'idempotency-key', [...keys, `key-${random.int(1e9)}`, `key-${random.int(1e9)}`]),
    ...some(0.05, 'prefer', ['return=minimal', 'return=', ',;,', 'x'.repeat(5_000)]),
    ...some(0.05, 'accept', ['text/html', 'application/json', '*/*;q=x', '']),
    ...some(0.05, 'accept-language', ['de', '*', 'x'.repeat(2_000), ';q=,']),
    ...some(0.02, 'content-type', types),
    ...some(0.02, 'cookie', ['session=x', 'a=%', '='.repeat(500), 'lectern=; lectern=']),
    ...some(0.02, 'x-forwarded-for', ['127.0.0.1', 'x', '::1, ::2']),
    ...some(0.02, 'origin', ['null', 'https://127.0.0.1', 'ä']),
    ...some(0.02, 'if-none-match', ['*', '"1"', 'x']),
  }
}

const segments = [
  'nosuchobject',
  'a'.repeat(65),
  'a'.repeat(3_000),
  '%00',
  '%ff',
  '..%2f..',
  '%E2%82%AC',
  '%',
  ' ',
]

function pathFor(random: Random, route: Route, { params, ids }: Targets): string {
  const names = [...route.path.matchAll(/[:*](\w+)/g)].map(([, name]) => name ?? '')
  const broken = random.chance(0.08) ? random.pick([...names, '']) : undefined
  // Otherwise little would be left to aim at.
  const spared = route.method === 'DELETE' && random.chance(0.8) ? names.at(-1) : undefined
  // Every id is kept as a placeholder, so that the client's encoding does not repair a broken one.
  const path = requestPath(route, Object.fromEntries(names.map((name) => [name, `0${name}0`])))
  return names.reduce((text, name) => {
    const usual = random.chance(0.04) ? random.pick(ids) : name === spared ? 'nosuchobject' : params[name]
    const value =
      name === broken
        ? random.pick(segments).replaceAll(' ', '+')
        : encodeURIComponent(usual ?? 'nosuchobject')
    return text.replace(`0${name}0`, () => value)
  }, path || pathOf(route))
}

type Material = { readonly hostility: number; readonly ids: readonly string[] }

function queryFor(random: Random, route: Route, material: Material): string {
  if (route.query === undefined) return random.chance(0.02) ? '?a=%ff&%00' : ''
  if (random.chance(0.05))
    return random.pick(['?', '?=', '?&&&', '?limit[]=1', '?limit[a][b]=1', '?page=%00'])
  const value = valueFor(route.query, { random, ...material })
  if (typeof value !== 'object' || value === null)
    return `?${encodeURIComponent(String(value).toWellFormed())}`
  const parts = Object.entries(value).flatMap(([name, field]) => {
    const list = Array.isArray(field) ? field.slice(0, 20) : [field]
    return list.map(
      (one) => `${encoded(name)}=${encoded(typeof one === 'string' ? one : JSON.stringify(one))}`,
    )
  })
  if (random.chance(0.04) && parts[0] !== undefined) parts.push(parts[0])
  return parts.length === 0 ? '' : `?${parts.join('&').slice(0, 12_000).replace(/%.?$/, '')}`
}

const encoded = (text: string | undefined) => encodeURIComponent((text ?? '').toWellFormed())

type Body = { readonly headers: Record<string, string>; readonly payload: string | Buffer }

function bodyFor(random: Random, route: Route, material: Material): Body | null {
  if (route.body === undefined) return random.chance(0.03) ? json('{"unexpected": true}') : null
  if (route.bodyType === 'multipart/form-data') return formFor(random)
  if (route.bodyType !== undefined) {
    return { headers: { 'content-type': route.bodyType }, payload: hostileText(random, 100_000) }
  }
  if (random.chance(0.03))
    return json(random.pick(['', '{', '[]', '"a"', 'null', '{"a":1}x', '{"a":\ud800}']))
  if (random.chance(0.01)) return json(`{"a":${'['.repeat(random.pick([50, 5_000, 100_000]))}`)
  const value = valueFor(route.body, { random, ...material })
  return json(JSON.stringify(random.chance(0.03) ? { ...(value as object), extra: 1 } : value))
}

const json = (payload: string): Body => ({ headers: { 'content-type': 'application/json' }, payload })

const names = ['a.txt', 'b.md', 'pages.zip', 'a b.png', 'ü.svg', 'run.exe', 'folder/a.md', 'page.html']

function formFor(random: Random): Body {
  if (random.chance(0.5)) return random.pick(malformedForms)
  const files = Array.from({ length: random.pick([1, 1, 2, 5]) }, () => {
    const name = random.pick(names)
    return `--b\r\nContent-Disposition: form-data; name="files"; filename="${name}"\r\n\r\n${hostileText(random, 100_000)}\r\n`
  })
  return {
    headers: { 'content-type': 'multipart/form-data; boundary=b' },
    payload: Buffer.from(`${files.join('')}--b--\r\n`),
  }
}
