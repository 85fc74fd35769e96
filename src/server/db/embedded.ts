import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Account, accountFor, handOverAll } from './embedded-account.ts'
import {
  type Address,
  connectionString,
  ensureSocketFolder,
  freePort,
  removeSocketFolder,
  socketFolderFor,
} from './embedded-address.ts'
import { type Binaries, findBinaries } from './embedded-binaries.ts'
import { claimServer, type ServerClaim } from './embedded-claim.ts'
import { createCluster, majorOfFolder } from './embedded-cluster.ts'
import { DataFolderLostError, PostgresStartError } from './embedded-error.ts'
import { launch } from './embedded-launch.ts'
import {
  invalidateLockFile,
  isAlive,
  type Postmaster,
  readPostmaster,
  stopProcess,
} from './embedded-postmaster.ts'

export type StartOptions = {
  /** The service's data folder; the cluster goes into `postgres` in it. */
  readonly dataDir: string
  readonly log: Pick<Logger, 'info' | 'warn' | 'debug'>
  /** A Unix socket, or a local port where there are none (Windows). */
  readonly transport?: 'socket' | 'port'
  /** PostgreSQL settings beyond ours. */
  readonly settings?: Readonly<Record<string, string>>
  /** Where the server was that ended: it starts there again, on existing data only. */
  readonly former?: Address
}

export type EmbeddedPostgres = {
  readonly connectionString: string
  /** Whether the server was already running, left over or started by another process. */
  readonly adopted: boolean
  readonly address: Address
  readonly pid: number
  /** Resolves if the server ends without having been stopped. */
  readonly lost: Promise<void>
  /** Stops the server unless another process uses it. Takes at most 40 s; can be called twice. */
  readonly stop: () => Promise<void>
}

type ClusterLocation = Required<Pick<StartOptions, 'log' | 'transport' | 'settings'>> & {
  readonly folder: string
  readonly password: string
  readonly former: Address | undefined
}

const DATABASE = 'lectern'
const START_TIMEOUT_MS = 300_000

/**
 * Starts the PostgreSQL that comes with Lectern, or adopts the one that already runs on this data folder: the server
 * survives a killed service. Throws PostgresStartError with a message for the operator if that is impossible.
 */
export async function startPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const location = clusterLocation(options)
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    const running = (await adopt(location)) ?? (await start(location))
    if (running !== 'retry') return running
    await sleep(50)
  }
  throw new PostgresStartError(
    `The database in ${location.folder} does not answer. See ${location.folder}.log.`,
  )
}

function clusterLocation({ dataDir, log, transport, settings = {}, former }: StartOptions): ClusterLocation {
  if (former !== undefined && majorOfFolder(join(dataDir, 'postgres')) === undefined) {
    throw new DataFolderLostError(
      `The data folder ${dataDir} was deleted or emptied while the service was running. Restore it from a backup, then start the service again.`,
    )
  }
  mkdirSync(dataDir, { recursive: true })
  const folder = join(realpathSync(dataDir), 'postgres')
  const by = transport ?? (process.platform === 'win32' ? 'port' : 'socket')
  return { folder, log, settings, transport: by, password: by === 'port' ? passwordFor(folder) : '', former }
}

/** Undefined if no server is running; then the traces of a dead one are removed. */
async function adopt(location: ClusterLocation): Promise<EmbeddedPostgres | 'retry' | undefined> {
  const postmaster = readPostmaster(location.folder)
  if (postmaster === undefined) return undefined
  const claim = await claimServer(connectionString(postmaster.address, 'postgres', location.password))
  if (typeof claim === 'object') return running(location, { claim, postmaster, adopted: true })
  if (claim === 'busy' || isAlive(postmaster.pid, location.folder)) return 'retry'
  invalidateLockFile(postmaster, location.folder)
  removeSocketFolder(postmaster.address, location.folder)
  return undefined
}

async function start(location: ClusterLocation): Promise<EmbeddedPostgres | 'retry'> {
  const binaries = await findBinaries(majorOfFolder(location.folder))
  const account = accountFor({
    folders: [binaries.bin, dirname(location.folder)],
    dataFolder: location.folder,
  })
  await prepareFolder(location, binaries, account)
  const address = await addressFor(location, account)
  const outcome = await launch({ ...location, binaries, account, address })
  if (outcome === 'retry') {
    removeSocketFolder(address, location.folder)
    return 'retry'
  }
  return running(location, { claim: outcome.held, postmaster: outcome, adopted: false })
}

async function addressFor(
  { former, transport, folder }: ClusterLocation,
  account: Account,
): Promise<Address> {
  if (former !== undefined) {
    if ('socketFolder' in former) ensureSocketFolder(former.socketFolder, account)
    return former
  }
  if (transport === 'port') return { port: await freePort() }
  return { socketFolder: socketFolderFor(folder, account) }
}

async function prepareFolder(location: ClusterLocation, binaries: Binaries, account: Account): Promise<void> {
  if (majorOfFolder(location.folder) !== undefined) return handOverAll(location.folder, account)
  const passwordFile = location.transport === 'port' ? passwordFileOf(location.folder) : undefined
  if (passwordFile !== undefined && account.owner !== undefined) {
    chownSync(passwordFile, account.owner.uid, account.owner.gid)
  }
  location.log.info('Setting up the database for the first start.')
  await createCluster(location.folder, { binaries, account, passwordFile })
}

async function running(
  location: ClusterLocation,
  { claim, postmaster, adopted }: { claim: ServerClaim; postmaster: Postmaster; adopted: boolean },
): Promise<EmbeddedPostgres> {
  if (!(await claim.hasDatabase(DATABASE))) await claim.createDatabase(DATABASE)
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= stopServer(location, claim, postmaster)
    return stopping
  }
  return {
    connectionString: connectionString(postmaster.address, DATABASE, location.password),
    adopted,
    address: postmaster.address,
    pid: postmaster.pid,
    lost: claim.lost.then(() => (stopping === undefined ? undefined : new Promise(() => undefined))),
    stop,
  }
}

async function stopServer(
  location: ClusterLocation,
  claim: ServerClaim,
  postmaster: Postmaster,
): Promise<void> {
  if ((await claim.release()) === 'others') {
    location.log.debug('The database keeps running because another process uses it.')
    return claim.close()
  }
  const bin = process.platform === 'win32' ? (await findBinaries(majorOfFolder(location.folder))).bin : ''
  const how = await stopProcess(postmaster.pid, location.folder, bin)
  if (how === 'killed')
    location.log.warn('The database did not stop in time; it will recover at the next start.')
  await claim.close()
  removeSocketFolder(postmaster.address, location.folder)
}

/** The password for a port, which every user of the machine can reach. */
function passwordFor(folder: string): string {
  const file = passwordFileOf(folder)
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

function passwordFileOf(folder: string): string {
  return `${folder}.password`
}
