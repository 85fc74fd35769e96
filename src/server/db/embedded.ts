import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import { type Account, accountFor, handOverAll } from './embedded-account.ts'
import {
  type Address,
  connectionString,
  freePort,
  removeSocketFolder,
  socketFolderFor,
} from './embedded-address.ts'
import { type Binaries, findBinaries } from './embedded-binaries.ts'
import { claimServer, type ServerClaim } from './embedded-claim.ts'
import { createCluster, majorOfFolder } from './embedded-cluster.ts'
import { PostgresStartError } from './embedded-error.ts'
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
  /** How to be reached: a socket, or where there is none (Windows) a port of this machine. */
  readonly transport?: 'socket' | 'port'
  /** PostgreSQL settings beyond ours. */
  readonly settings?: Readonly<Record<string, string>>
}

export type EmbeddedPostgres = {
  readonly connectionString: string
  /** True when a server was running already: left over, or started by another process beside us. */
  readonly adopted: boolean
  readonly pid: number
  /** Comes true when the server ends without having been stopped. */
  readonly lost: Promise<void>
  /** Stops the server, unless another process uses it too. Takes 40 s at most; may be called twice. */
  readonly stop: () => Promise<void>
}

type ClusterLocation = Required<Pick<StartOptions, 'log' | 'transport' | 'settings'>> & {
  readonly folder: string
  readonly password: string
}

const DATABASE = 'lectern'
const START_TIMEOUT_MS = 300_000

/**
 * Starts the PostgreSQL that comes with Lectern, or takes over the one that runs on this data
 * folder. It outlives a killed process of ours; the next start finds it again.
 * Throws PostgresStartError with a sentence for the operator where that cannot be.
 */
export async function startPostgres(options: StartOptions): Promise<EmbeddedPostgres> {
  const place = clusterLocation(options)
  const deadline = Date.now() + START_TIMEOUT_MS
  while (Date.now() < deadline) {
    const running = (await adopt(place)) ?? (await start(place))
    if (running !== 'retry') return running
    await sleep(50)
  }
  throw new PostgresStartError(`The database in ${place.folder} does not answer. See ${place.folder}.log.`)
}

function clusterLocation({ dataDir, log, transport, settings = {} }: StartOptions): ClusterLocation {
  mkdirSync(dataDir, { recursive: true })
  const folder = join(realpathSync(dataDir), 'postgres')
  const by = transport ?? (process.platform === 'win32' ? 'port' : 'socket')
  return { folder, log, settings, transport: by, password: by === 'port' ? passwordFor(folder) : '' }
}

/** Undefined where no server lives; what a dead one left behind is out of the way then. */
async function adopt(place: ClusterLocation): Promise<EmbeddedPostgres | 'retry' | undefined> {
  const standing = readPostmaster(place.folder)
  if (standing === undefined) return undefined
  const held = await claimServer(connectionString(standing.address, 'postgres', place.password))
  if (typeof held === 'object') return running(place, { held, standing, adopted: true })
  if (held === 'busy' || isAlive(standing.pid, place.folder)) return 'retry'
  invalidateLockFile(standing, place.folder)
  removeSocketFolder(standing.address, place.folder)
  return undefined
}

async function start(place: ClusterLocation): Promise<EmbeddedPostgres | 'retry'> {
  const binaries = await findBinaries(majorOfFolder(place.folder))
  const account = accountFor({ folders: [binaries.bin, dirname(place.folder)], dataFolder: place.folder })
  await prepareFolder(place, binaries, account)
  const address: Address =
    place.transport === 'port'
      ? { port: await freePort() }
      : { socketFolder: socketFolderFor(place.folder, account) }
  const outcome = await launch({ ...place, binaries, account, address })
  if (outcome === 'retry') {
    removeSocketFolder(address, place.folder)
    return 'retry'
  }
  return running(place, { held: outcome.held, standing: outcome, adopted: false })
}

async function prepareFolder(place: ClusterLocation, binaries: Binaries, account: Account): Promise<void> {
  if (majorOfFolder(place.folder) !== undefined) return handOverAll(place.folder, account)
  const passwordFile = place.transport === 'port' ? passwordFileOf(place.folder) : undefined
  if (passwordFile !== undefined && account.owner !== undefined) {
    chownSync(passwordFile, account.owner.uid, account.owner.gid)
  }
  place.log.info('The database is set up, for the first start.')
  await createCluster(place.folder, { binaries, account, passwordFile })
}

async function running(
  place: ClusterLocation,
  { held, standing, adopted }: { held: ServerClaim; standing: Postmaster; adopted: boolean },
): Promise<EmbeddedPostgres> {
  if (!(await held.hasDatabase(DATABASE))) await held.createDatabase(DATABASE)
  let stopping: Promise<void> | undefined
  const stop = () => {
    stopping ??= stopServer(place, held, standing)
    return stopping
  }
  return {
    connectionString: connectionString(standing.address, DATABASE, place.password),
    adopted,
    pid: standing.pid,
    lost: held.lost.then(() => (stopping === undefined ? undefined : new Promise(() => undefined))),
    stop,
  }
}

async function stopServer(place: ClusterLocation, held: ServerClaim, standing: Postmaster): Promise<void> {
  if ((await held.release()) === 'others') {
    place.log.debug('The database goes on: another process uses it.')
    return held.close()
  }
  const bin = process.platform === 'win32' ? (await findBinaries(majorOfFolder(place.folder))).bin : ''
  const how = await stopProcess(standing.pid, place.folder, bin)
  if (how === 'killed')
    place.log.warn('The database did not stop in time; it will recover at the next start.')
  await held.close()
  removeSocketFolder(standing.address, place.folder)
}

/** Guards a port, which everybody on the machine can reach. */
function passwordFor(folder: string): string {
  const file = passwordFileOf(folder)
  if (!existsSync(file)) writeFileSync(file, randomBytes(24).toString('hex'), { mode: 0o600 })
  return readFileSync(file, 'utf8').trim()
}

function passwordFileOf(folder: string): string {
  return `${folder}.password`
}
