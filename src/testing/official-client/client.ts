import { GitBookAPI } from '@gitbook/api'
import { expect } from 'vitest'
import type { Person, TestApp } from '../app.ts'
import { differencesFrom, operationFor } from './schema-check.ts'

/** One request of the client and how its response differs from what the client's specification promises. */
export type Call = {
  readonly operation: string
  readonly method: string
  readonly path: string
  readonly status: number
  readonly differences: readonly string[]
}

export type OfficialClient = {
  readonly api: GitBookAPI
  /** Every request so far, in order. */
  readonly calls: readonly Call[]
}

/** The published client, which talks to the service over HTTP and records what it requests. */
export async function officialClient(app: TestApp, person: Pick<Person, 'token'>): Promise<OfficialClient> {
  const endpoint = await app.address()
  const calls: Call[] = []
  const recordingFetch = async (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const response = await fetch(input, init)
    const url = new URL(input instanceof Request ? input.url : String(input))
    const method = init?.method ?? 'GET'
    const path = url.pathname.replace(/^\/v1(?=\/)/, '')
    const operation = operationFor(method, path)
    const text = response.headers.get('content-type')?.includes('json') ? await response.clone().text() : ''
    const body: unknown = text === '' ? undefined : JSON.parse(text)
    calls.push({
      operation: operation?.operationId ?? `${method} ${path}`,
      method,
      path,
      status: response.status,
      differences:
        operation === undefined || !response.ok ? [] : differencesFrom(operation, response.status, body),
    })
    return response
  }
  const api = new GitBookAPI({
    endpoint,
    authToken: person.token,
    serviceBinding: { fetch: recordingFetch },
  })
  return { api, calls }
}

/**
 * Fields that the client's types promise and responses leave out, because the product has nothing to put there. Clients
 * read all of them as “off” when they are absent.
 */
const absentFields = [
  // An alias of `type` that new clients no longer read.
  'kind',
  // Parts of a page's layout that pages of Lectern do not have.
  'layout.actions',
  'layout.anchors',
  'layout.coverMask',
  'layout.tags',
  // Pages without a description have none in search results either.
  'items[].description',
  'items[].pages[].description',
  // Previews have addresses of their own for an hour (`publishing/preview`).
  'urls.preview',
  // Sites show no links to social accounts; renderers get an empty list.
  'socialAccounts',
  // Suspended members are not among those with access.
  'items[].disabled',
  // Only the search of a site ranks all its results; the others read them page by page.
  'items[].rank',
  'items[].pages[].rank',
]

/** Whole objects in place of ids: the site and the organization that give access, and the user who began an import. */
const wholeObjects = ['origin.organization: not string', 'origin.site: not string', 'createdBy: not string']

const isExpected = (difference: string): boolean =>
  wholeObjects.some((one) => `.${difference}`.endsWith(`.${one}`)) ||
  absentFields.some((field) => `.${difference}`.endsWith(`.${field}: missing`))

/** Differences by operation beyond the expected ones. */
export const differencesIn = (calls: readonly Call[]): Readonly<Record<string, readonly string[]>> =>
  Object.fromEntries(
    [...Map.groupBy(calls, ({ operation }) => operation)]
      .map(
        ([name, some]) =>
          [
            name,
            [
              ...new Set(some.flatMap(({ differences }) => differences).filter((one) => !isExpected(one))),
            ].sort(),
          ] as const,
      )
      .filter(([, differences]) => differences.length > 0),
  )

/** The status with which a call is refused. */
export const statusOf = (request: Promise<unknown>): Promise<number> =>
  request.then(
    () => Promise.reject(new Error('The request succeeded')),
    (error: { code?: number }) => error.code ?? 0,
  )

/** Expects that a call is refused with a status. */
export const expectRefused = async (request: Promise<unknown>, status: number): Promise<void> =>
  expect(await statusOf(request)).toBe(status)
