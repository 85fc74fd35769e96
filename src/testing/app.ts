import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import { type CallOptions, call, type Transport } from '#contract/client.ts'
import type { Input, Output, Route } from '#contract/route.ts'
import type { Role } from '#contract/shared/permissions.ts'
import { newToken } from '#server/auth/secrets.ts'
import { readConfig } from '#server/config.ts'
import type { Service } from '#server/context.ts'
import type { Db } from '#server/db/client.ts'
import { insertOrganization } from '#server/domain/organizations/queries.ts'
import { insertToken } from '#server/domain/tokens/queries.ts'
import { insertUser } from '#server/domain/users/queries.ts'
import { buildApp } from '#server/http/app.ts'
import { operations } from '#server/http/operations.ts'
import { newId } from '#server/ids.ts'
import { createLog } from '#server/log.ts'
import type { Names } from '#server/names.ts'
import { serviceOf } from '#server/service.ts'
import { createTestDatabase } from './database.ts'
import { makeTestFolder } from './test-folder.ts'
import { insertMember } from '#server/domain/organizations/membership-queries.ts'

/** Somebody who calls: their user id and a valid token. */
export type Person = { readonly userId: string; readonly token: string; readonly email: string }

/** Calls an operation as a person: `await as(ann)(api.spaces.get, { params })`. */
export type CallAs = <R extends Route>(route: R, input: Input<R>, options?: CallOptions) => Promise<Output<R>>

/** The raw door, for what the typed client cannot send. */
export type Send = (request: {
  method: string
  url: string
  token?: string | undefined
  headers?: Record<string, string>
  payload?: string | Buffer
  /** Where it comes from; this machine unless given. */
  address?: string
}) => Promise<{ status: number; headers: Record<string, string>; text: string; json: () => unknown }>

export type TestApp = {
  readonly service: Service
  readonly db: Db
  /** For parts that need connections of their own, such as a worker. */
  readonly connectionString: string
  readonly as: (person: Person | null) => CallAs
  readonly send: Send
  /** Where the service listens on this machine, for what needs a connection of its own such as streams. */
  readonly address: () => Promise<string>
  /** A new organization with an admin. */
  readonly anOrganization: (title?: string) => Promise<{ organizationId: string; admin: Person }>
  /** A new member of an organization; role null makes a guest. */
  readonly aMember: (organizationId: string, role: Role | null) => Promise<Person>
  /** Somebody who is in no organization. */
  readonly aPerson: (name?: string) => Promise<Person>
}

/** What a test needs that most do without. */
type TestAppOptions = {
  /** Builds the script and styles of the reader's pages, without which no site is served. Takes about a second. */
  readonly reader?: boolean
  /** What the DNS says; the real one unless given. */
  readonly names?: Names
}

/**
 * The real service on a database of its own, entered in process by the contract's own client. One a test file;
 * opened before its tests and closed after them.
 */
export function useTestApp(environment: Record<string, string> = {}, wanted: TestAppOptions = {}): TestApp {
  let opened: (TestApp & { close: () => Promise<void> }) | undefined
  beforeAll(async () => {
    opened = await openTestApp(environment, wanted)
  })
  afterAll(() => opened?.close())
  const now = (): TestApp => {
    if (opened === undefined) throw new Error('The test app opens before the first test of the file')
    return opened
  }
  return {
    get service() {
      return now().service
    },
    get db() {
      return now().db
    },
    get connectionString() {
      return now().connectionString
    },
    as: (person) => now().as(person),
    send: (request) => now().send(request),
    address: () => now().address(),
    anOrganization: (title) => now().anOrganization(title),
    aMember: (organizationId, role) => now().aMember(organizationId, role),
    aPerson: (name) => now().aPerson(name),
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
  const app = await buildApp(service, operations, await builtFolder(reader))
  const send: Send = async ({ method, url, token, headers = {}, payload, address }) => {
    const answered = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...(token === undefined ? {} : { authorization: `Bearer ${token}` }), ...headers },
      ...(payload === undefined ? {} : { payload }),
      ...(address === undefined ? {} : { remoteAddress: address }),
    })
    return {
      status: answered.statusCode,
      headers: Object.fromEntries(
        Object.entries(answered.headers).map(([name, value]) => [name, String(value)]),
      ),
      text: answered.body,
      json: () => (answered.body === '' ? undefined : JSON.parse(answered.body)),
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
      await app.close()
      await database.close()
    },
  }
}

async function builtFolder(reader: boolean): Promise<string> {
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
    const answered = await send({
      method,
      url: path,
      token: person?.token,
      headers: { ...headers, ...('contentType' in raw ? { 'content-type': raw.contentType } : {}) },
      ...(raw.payload === undefined ? {} : { payload: raw.payload }),
    })
    return { status: answered.status, headers: answered.headers, body: answered.json() }
  }

/** A form as the bytes and the type a browser would send. */
async function rawOf(body: FormData | Blob): Promise<{ payload: Buffer; contentType: string }> {
  const response = new Response(body)
  const contentType = response.headers.get('content-type') ?? 'application/octet-stream'
  return { payload: Buffer.from(await response.arrayBuffer()), contentType }
}

function peopleIn({ db, now }: Service): Pick<TestApp, 'anOrganization' | 'aMember' | 'aPerson'> {
  const aPerson = async (name = 'Person'): Promise<Person> => {
    const userId = newId()
    const email = `${userId.toLowerCase()}@example.org`
    const token = newToken()
    await insertUser(db, { id: userId, email, displayName: name, passwordHash: null, now: now() })
    await insertToken(db, { id: newId(), userId, label: 'test', secret: token, now: now() })
    return { userId, token, email }
  }
  const aMember = async (organizationId: string, role: Role | null): Promise<Person> => {
    const person = await aPerson(role ?? 'guest')
    const member = { organizationId, userId: person.userId, role, now: now() }
    await db.transaction().execute((tx) => insertMember(tx, member))
    return person
  }
  return {
    aPerson,
    aMember,
    async anOrganization(title = 'Halden Energy') {
      const organizationId = newId()
      await db
        .transaction()
        .execute((tx) => insertOrganization(tx, { id: organizationId, title, now: now() }))
      return { organizationId, admin: await aMember(organizationId, 'admin') }
    },
  }
}
