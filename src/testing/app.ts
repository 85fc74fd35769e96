import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type CallOptions, call, type Transport } from '#contract/client.ts'
import type { Input, Output, Route } from '#contract/route.ts'
import { readConfig } from '#server/config.ts'
import type { Service } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import type { Dns } from '#server/dns.ts'
import { buildApp } from '#server/http/app.ts'
import { closeApp } from '#server/http/close.ts'
import { operations } from '#server/http/operations.ts'
import { createLog } from '#server/log.ts'
import { serviceOf } from '#server/service.ts'
import { createTestDatabase } from './database.ts'
import { type People, type Person, peopleIn } from './people.ts'
import { makeTestFolder } from './test-folder.ts'

/** A caller: user id, email and a valid token. */
export type { Person }

/** Calls an operation as a person: `await as(ann)(api.spaces.get, { params })`. */
export type CallAs = <R extends Route>(route: R, input: Input<R>, options?: CallOptions) => Promise<Output<R>>

/** Sends a raw request, for what the typed client cannot send. */
export type Send = (request: {
  method: string
  url: string
  token?: string | undefined
  headers?: Record<string, string>
  payload?: string | Buffer
  /** The remote IP address; this machine by default. */
  address?: string
}) => Promise<{ status: number; headers: Record<string, string>; text: string; json: () => unknown }>

export type TestApp = People & {
  readonly service: Service
  readonly db: Db
  /** For code that opens its own connections, such as a worker. */
  readonly connectionString: string
  readonly as: (person: Person | null) => CallAs
  readonly send: Send
  /** Listens on this machine and returns the base URL, for streams and other real connections. */
  readonly address: () => Promise<string>
}

type TestAppOptions = {
  /** Builds the scripts and styles of site pages, which serving a site needs. Takes about a second. */
  readonly reader?: boolean
  /** Replaces the real DNS. */
  readonly names?: Dns
}

/**
 * The real service on its own database, called in process through the client of the contract. One per test file, opened
 * before its tests and closed after them.
 */
export function useTestApp(environment: Record<string, string> = {}, options: TestAppOptions = {}): TestApp {
  let opened: (TestApp & { close: () => Promise<void> }) | undefined
  beforeAll(async () => {
    opened = await openTestApp(environment, options)
  })
  afterAll(() => opened?.close())
  const current = (): TestApp => {
    if (opened === undefined) throw new Error('The test app is not open outside of tests and hooks')
    return opened
  }
  return {
    get service() {
      return current().service
    },
    get db() {
      return current().db
    },
    get connectionString() {
      return current().connectionString
    },
    as: (person) => current().as(person),
    send: (request) => current().send(request),
    address: () => current().address(),
    anOrganization: (title) => current().anOrganization(title),
    aMember: (organizationId, role) => current().aMember(organizationId, role),
    aPerson: (name) => current().aPerson(name),
  }
}

async function openTestApp(
  environment: Record<string, string>,
  { reader = false, names }: TestAppOptions,
): Promise<TestApp & { close: () => Promise<void> }> {
  const database = await createTestDatabase()
  const config = readConfig({ LECTERN_RATE_LIMIT: '0', DATA_DIR: makeTestFolder(), ...environment })
  const log = createLog({ level: environment.LOG_LEVEL ?? 'fatal' })
  const service = serviceOf(config, database.db, log, database.connectionString, names)
  const app = await buildApp(service, operations, await buildFolder(reader))
  const send: Send = async ({ method, url, token, headers = {}, payload, address }) => {
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(payload === undefined ? {} : { payload }),
      ...(address === undefined ? {} : { remoteAddress: address }),
    })
    return {
      status: response.statusCode,
      headers: Object.fromEntries(
        Object.entries(response.headers).map(([name, value]) => [name, String(value)]),
      ),
      text: response.body,
      json: () => (response.body === '' ? undefined : JSON.parse(response.body)),
    }
  }
  const people = peopleIn(service)
  let listening: Promise<string> | undefined
  return {
    service,
    db: database.db,
    connectionString: database.connectionString,
    send,
    address: () => (listening ??= app.listen({ port: 0, host: '127.0.0.1' })),
    as: (person) => (route, input, options) => call(transportOf(send, person), route, input, options),
    ...people,
    close: async () => {
      await closeApp(app)
      await database.close()
    },
  }
}

async function buildFolder(reader: boolean): Promise<string> {
  const folder = makeTestFolder()
  if (!reader) return folder
  const { buildReaderAssets } = await import('#published/build.ts')
  await buildReaderAssets(join(folder, 'reader'))
  return folder
}

const transportOf =
  (send: Send, person: Person | null): Transport =>
  async ({ method, path, headers, body }) => {
    const raw = body === undefined || typeof body === 'string' ? { payload: body } : await rawOf(body)
    const response = await send({
      method,
      url: path,
      token: person?.token,
      headers: { ...headers, ...('contentType' in raw ? { 'content-type': raw.contentType } : {}) },
      ...(raw.payload === undefined ? {} : { payload: raw.payload }),
    })
    return { status: response.status, headers: response.headers, body: response.json() }
  }

/** Encodes a form as a browser would. */
async function rawOf(body: FormData | Blob): Promise<{ payload: Buffer; contentType: string }> {
  const response = new Response(body)
  const contentType = response.headers.get('content-type') ?? 'application/octet-stream'
  return { payload: Buffer.from(await response.arrayBuffer()), contentType }
}
